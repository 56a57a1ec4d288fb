/** `npm run serve`: builds if needed, then becomes the served host. Standard output belongs to the host alone. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'

const root = join(import.meta.dirname, '..')
prepare(root)
await import(pathToFileURL(join(root, 'out', 'main', 'serve.js')).href)
