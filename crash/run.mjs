/** `npm run test:crash`: builds if needed, then runs the lane. See main.ts. */
import { join } from 'node:path'
import { prepare } from '../scripts/prepare.mjs'

prepare(join(import.meta.dirname, '..'))
await import('./main.ts')
