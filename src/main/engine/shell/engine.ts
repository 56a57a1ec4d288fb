/**
 * The engine that needs no model: a message is a command for the operator's shell, run in the Project's folder. It asks
 * no policy, for who may send a command is decided before a message is accepted.
 */
import type { Supervisor } from '../../process/supervisor'
import type { Engine } from '../engine'
import { remainsOf } from './remains'
import { ShellSession } from './session'
import { userShell } from './user-shell'

const NO_SHELL = 'No shell was found on this machine: neither the one named by SHELL nor /bin/sh can be run.'

export function createShellEngine({ supervisor }: { readonly supervisor: Supervisor }): Engine {
  const sessions = new Set<ShellSession>()
  return {
    kind: 'shell',
    capabilities: { steer: false, steerNote: 'A shell command cannot take a message while it runs; it waits for the next turn.' },
    problem: async () => ((await userShell()) === null ? NO_SHELL : null),
    open: async (spec) => {
      const session = new ShellSession(spec, supervisor, (disposed) => sessions.delete(disposed))
      sessions.add(session)
      return session
    },
    remains: remainsOf,
    close: async () => {
      await Promise.all([...sessions].map((session) => session.dispose()))
    }
  }
}
