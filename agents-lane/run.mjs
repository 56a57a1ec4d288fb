/** `npm run test:agents -- NAME…`: bundles the lane as the product is, and runs it. See main.ts. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
// Inside of the package, so that its dependencies are found.
const cache = join(root, 'node_modules', '.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'crewdeck-agents-'))
let code = 1
try {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node22',
      outDir: folder,
      minify: false,
      rollupOptions: {
        input: { main: join(import.meta.dirname, 'main.ts'), reaper: join(root, 'src/main/process/reaper.ts'), 'pi-process': join(root, 'src/main/engine/pi/process.ts') },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' }
      }
    }
  })
  const { lane } = await import(pathToFileURL(join(folder, 'main.mjs')).href)
  code = await lane({ args: process.argv.slice(2), scripts: folder })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
// An agent that did not start may have left something open.
process.exit(code)
