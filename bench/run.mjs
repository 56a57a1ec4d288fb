/**
 * `npm run bench -- NAME [--json]` runs `bench/NAME.ts`, bundled as the product is. Such a file exports
 *
 *   export async function bench(stage: Stage): Promise<Measured>      // see measured.ts
 *
 * What it notes goes to standard error. Standard output ends with one line: the measured fields as a JSON object, or,
 * without `--json`, a table. A target that was missed is said on standard error; the benchmark has run, so the end is 0.
 * Files `bench/NAME.*.ts` are built as scripts of their own, into the same folder: `NAME.*.mjs`.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { prepare } from '../scripts/prepare.mjs'

const root = join(import.meta.dirname, '..')
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const isBench = (/** @type {string} */ file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('export async function bench(')
const names = files.filter(isBench).map((file) => file.slice(0, -'.ts'.length))
const [name = '', ...flags] = process.argv.slice(2)
const note = (/** @type {string} */ line) => void process.stderr.write(`${line}\n`)

if (!names.includes(name) || flags.some((flag) => flag !== '--json')) {
  note(`Usage: npm run bench -- NAME [--json]\nNames: ${names.join(', ')}`)
  process.exit(2)
}

prepare(root)
// Inside of the package, so that its dependencies are found.
const cache = join(root, 'node_modules', '.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'crewdeck-bench-'))
try {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node22',
      outDir: folder,
      minify: false,
      rollupOptions: {
        input: files.filter((file) => file === `${name}.ts` || file.startsWith(`${name}.`)).map((file) => join(root, 'bench', file)),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' }
      }
    }
  })
  const { bench } = await import(pathToFileURL(join(folder, `${name}.mjs`)).href)
  const { result, missed } = await bench({ root, folder, note })
  for (const line of missed) note(`MISSED: ${line}`)
  if (flags.includes('--json')) process.stdout.write(`${JSON.stringify(result)}\n`)
  else console.table(result)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
