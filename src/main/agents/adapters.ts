/** Installs, finds and removes the pinned adapters, each in a folder of its own in the data folder. Only when asked. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { Refusal } from '../../shared/errors'
import type { Supervisor } from '../process/supervisor'
import type { AdapterFacts } from './catalogue'

/** An installation that takes longer is given up, in ms. */
const INSTALL_MS = 10 * 60_000
const OUTPUT_MAX = 8_000

const Manifest = z.object({ version: z.string() })

export interface Adapters {
  /** The path of the adapter's script; null where it is not installed in the pinned version. */
  find(agentId: string, facts: AdapterFacts): Promise<string | null>
  /** @throws Refusal UNAVAILABLE with npm's own last words */
  install(agentId: string, facts: AdapterFacts, npm: string, onProgress?: (packages: number) => void): Promise<void>
  remove(agentId: string): Promise<void>
}

/** @param folder holds one folder for each adapter */
export function createAdapters(folder: string, supervisor: Supervisor): Adapters {
  const running = new Map<string, Promise<void>>()

  const install = async (agentId: string, facts: AdapterFacts, npm: string, onProgress: (packages: number) => void): Promise<void> => {
    const target = join(folder, agentId)
    const fresh = join(folder, `${agentId}.new`)
    await rm(fresh, { recursive: true, force: true })
    await mkdir(fresh, { recursive: true, mode: 0o700 })
    await writeFile(join(fresh, 'package.json'), '{"private":true}\n')
    try {
      // Without the optional packages, which hold a copy of the agent that the operator has; and without its scripts.
      const args = ['install', '--save-exact', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http', `${facts.package}@${facts.version}`]
      await runNpm(supervisor, npm, args, fresh, onProgress)
      await rm(target, { recursive: true, force: true })
      await rename(fresh, target)
    } catch (error) {
      await rm(fresh, { recursive: true, force: true })
      throw error
    }
  }

  return {
    find: async (agentId, facts) => {
      const home = join(folder, agentId, 'node_modules', facts.package)
      const text = await readFile(join(home, 'package.json'), 'utf8').catch(() => null)
      const installed = text === null ? null : Manifest.safeParse(JSON.parse(text)).data?.version
      return installed === facts.version ? join(home, facts.script) : null
    },
    install: (agentId, facts, npm, onProgress = () => undefined) => {
      const known = running.get(agentId)
      if (known) return known
      const work = install(agentId, facts, npm, onProgress).finally(() => running.delete(agentId))
      running.set(agentId, work)
      return work
    },
    remove: async (agentId) => {
      await running.get(agentId)?.catch(() => {})
      await rm(join(folder, agentId), { recursive: true, force: true })
    }
  }
}

/** npm tells of each request; a package is what comes as an archive. */
const FETCHED = /^npm http (?:fetch GET 200|cache) \S+\.tgz\b/

async function runNpm(
  supervisor: Supervisor,
  npm: string,
  args: readonly string[],
  cwd: string,
  onProgress: (packages: number) => void
): Promise<void> {
  const { child, exited, endTree } = await supervisor.spawn(npm, args, { cwd, env: { NO_COLOR: '1' }, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  let packages = 0
  if (child.stderr) {
    const lines = createInterface({ input: child.stderr })
    lines.on('line', (line) => {
      if (FETCHED.test(line)) onProgress((packages += 1))
      else if (!line.startsWith('npm http')) said = `${said}${line}\n`.slice(-OUTPUT_MAX)
    })
    child.stderr.on('error', () => {})
  }
  const stop = new AbortController()
  const exit = await Promise.race([exited, delay(INSTALL_MS, null, { signal: stop.signal }).catch(() => null)])
  stop.abort()
  if (exit?.code === 0) return
  await endTree()
  const why = exit === null ? `npm took longer than ${INSTALL_MS / 60_000} minutes` : said.split('\n').filter((line) => /\S/.test(line)).slice(-4).join(' ').slice(0, 600)
  throw new Refusal('UNAVAILABLE', `The adapter could not be installed: ${why}.`, 'Look at the network and the free disk space, then try again.')
}
