/** The agents of the host: watched while something on the screen shows them, changed in the settings. */
import { useEffect } from 'react'
import { create } from 'zustand'
import type { AgentView } from '../../shared/agents'
import { client, follow, refreshHost } from '../connection'

interface AgentList {
  /** Null until the host has said. */
  readonly agents: readonly AgentView[] | null
  /** What the operator has to know of the list itself. */
  readonly notices: readonly string[]
}

const useList = create<AgentList>(() => ({ agents: null, notices: [] }))

let readers = 0
let stop: (() => void) | null = null

/** The agents, kept true for as long as the component is there. What was known last is there at once. */
export function useAgents(): AgentList {
  useEffect(() => {
    readers += 1
    stop ??= follow({
      open: (signal) => client.agents.watch({}, { signal }),
      onValue: ({ agents, notices }) => useList.setState({ agents, notices })
    })
    return () => {
      readers -= 1
      if (readers > 0) return
      stop?.()
      stop = null
    }
  }, [])
  return useList()
}

/** Each of these rejects like any call; the list itself brings what has changed. */
export async function lookForAgents(): Promise<void> {
  await client.agents.look({})
  await refreshHost()
}

export async function checkAgent(id: string): Promise<void> {
  await client.agents.check({ id })
}

export async function installAdapter(id: string): Promise<void> {
  await client.agents.installAdapter({ id })
}

export async function removeAdapter(id: string): Promise<void> {
  await client.agents.removeAdapter({ id })
}

export async function saveAgent(agent: Parameters<typeof client.agents.save>[0]): Promise<void> {
  await client.agents.save(agent)
}

export async function removeAgent(id: string): Promise<void> {
  await client.agents.remove({ id })
}
