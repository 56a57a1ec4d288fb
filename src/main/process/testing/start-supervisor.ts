/** For tests: a real supervisor with a real reaper. */
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Supervisor } from '../supervisor'
import { buildScript, REAPER_ENTRY } from './build'
import { living } from './world'

/** @param name tells the processes of one test from those of another */
export async function startSupervisor(name: string) {
  const reaperScript = await buildScript(REAPER_ENTRY)
  const supervisor = new Supervisor({ reaperScript, dataId: `${name}-${process.pid}` })
  await supervisor.ready
  return {
    supervisor,
    /** How many of its processes are alive. */
    alive: async () => (await living((row) => row.host === supervisor.hostId)).length,
    close: async () => {
      await supervisor.close()
      await rm(dirname(reaperScript), { recursive: true, force: true })
    }
  }
}
