/** For tests: builds a TypeScript entry into a script that plain Node runs, as the product's build does. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build } from 'vite'

/**
 * Resolves with the script's path, in a fresh folder that is the caller's to remove.
 * @param below where that folder is made: inside of the package for a script that needs packages
 */
export async function buildScript(entry: string, { name = basename(entry, '.ts'), below = tmpdir() } = {}): Promise<string> {
  const outDir = await mkdtemp(join(below, 'crewdeck-script-'))
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: true,
      target: 'node22',
      outDir,
      minify: false,
      rollupOptions: { input: { [name]: entry }, output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' } }
    }
  })
  return join(outDir, `${name}.mjs`)
}

export const REAPER_ENTRY = join(import.meta.dirname, '..', 'reaper.ts')
export const FIXTURE_HOST_ENTRY = join(import.meta.dirname, 'fixture-host.ts')
/** How many processes with its marker a fixture host has when all are up. */
export const FIXTURE_MARKED = 10
