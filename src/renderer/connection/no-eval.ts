/**
 * The window forbids `eval`, so zod must not compile its schemas. Imported before anything that makes one: zod reads
 * the flag when a schema is made.
 */
import { config } from 'zod'

config({ jitless: true })
