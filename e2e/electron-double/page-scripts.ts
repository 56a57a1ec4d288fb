/** The scripts that Chromium runs in every new document of a window, made of the functions in page/. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createCodec } from './codec.ts'
import { hidePage, pageWorld } from './page/page-world.ts'
import { addPortClose } from './page/port-close.ts'
import { preloadWorld, type PreloadWorldOptions } from './page/preload-world.ts'
import { linkWorlds } from './page/world-link.ts'

/** The name of the preload's world, as in Electron. */
export const PRELOAD_WORLD = 'Electron Isolated Context'
/** Globals of the preload's world: see PreloadWorldOptions. */
export const SENDER = 'electronDoubleSend'
export const RECEIVER = 'electronDoubleReceive'

/** Known to both worlds of a page and to nobody else. */
const secret = randomBytes(16).toString('hex')
const sharedParts = `linkWorlds: ${linkWorlds}, addPortClose: ${addPortClose}`

/** Must come before the preload's, which calls into it. */
export function pageScript(): string {
  return `(${pageWorld})(${JSON.stringify(secret)}, { ${sharedParts} })`
}

/** For a document that begins in a hidden window; comes after the page's. */
export function hiddenScript(): string {
  return `(${hidePage})(${JSON.stringify(secret)})`
}

export function preloadScript(preload: string | undefined): string {
  const { platform, arch, versions } = process
  const about = { platform, arch, versions: { ...versions } }
  const options: PreloadWorldOptions = { secret, sender: SENDER, receiver: RECEIVER, process: about }
  const source = preload === undefined ? '' : readFileSync(preload, 'utf8')
  const run = `function (require, module, exports, process) {\n${source}\n}`
  const parts = `{ createCodec: ${createCodec}, ${sharedParts} }`
  return `(${preloadWorld})(${JSON.stringify(options)}, ${parts}, ${run})\n//# sourceURL=${preload ?? 'no-preload'}`
}
