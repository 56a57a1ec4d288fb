/** `npm run records`: builds if needed, then reads worker records. Standard output belongs to what it reads. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'

const root = join(import.meta.dirname, '..')
prepare(root)
await import(pathToFileURL(join(root, 'out', 'main', 'records.js')).href)
