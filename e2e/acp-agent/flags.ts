/** How the agent behaves, from its command line. */
import { parseArgs } from 'node:util'

export type Second = 'fold-first' | 'fold' | 'queue' | 'abort' | 'refuse' | 'refuse-late'

const { values } = parseArgs({
  allowNegative: true,
  options: {
    store: { type: 'string' },
    second: { type: 'string', default: 'queue' },
    extension: { type: 'boolean', default: false },
    name: { type: 'string', default: 'test-agent' },
    version: { type: 'string', default: '1.2.3' },
    modes: { type: 'string', default: '' },
    models: { type: 'string', default: '' },
    'slow-start': { type: 'string', default: '0' },
    die: { type: 'string' },
    mute: { type: 'boolean', default: false },
    protocol: { type: 'string', default: '1' },
    auth: { type: 'string' },
    load: { type: 'boolean', default: true },
    resume: { type: 'boolean', default: false },
    close: { type: 'boolean', default: true },
    mcp: { type: 'boolean', default: true }
  }
})

const listOf = (text: string) => text.split(',').filter((part) => part !== '')

export const flags = {
  store: values.store ?? '',
  second: values.second as Second,
  extension: values.extension,
  name: values.name,
  version: values.version,
  modes: listOf(values.modes),
  models: listOf(values.models),
  slowStart: Number(values['slow-start']),
  die: values.die ?? null,
  mute: values.mute,
  protocol: Number(values.protocol),
  auth: values.auth ?? null,
  load: values.load,
  resume: values.resume,
  close: values.close,
  mcp: values.mcp
}
