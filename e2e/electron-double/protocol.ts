/** `protocol`: schemes of the app's own, and how their addresses travel through a Chromium that knows none of them. */
import { app } from './app.ts'

type Handler = (request: Request) => Response | Promise<Response>

/** `app://host/path` travels as `https://host.app.electron-double.localhost/path`: a secure origin of its own, too. */
const CARRIER_DOMAIN = '.electron-double.localhost'
export const CARRIER_PATTERN = `https://*${CARRIER_DOMAIN}/*`

const privileged = new Set<string>()
const handlers = new Map<string, Handler>()

export const protocol = {
  registerSchemesAsPrivileged(schemes: readonly { scheme: string }[]): void {
    if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme } of schemes) privileged.add(scheme)
  },
  handle(scheme: string, handler: Handler): void {
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    if (!privileged.has(scheme)) throw new Error(`electron double: ${scheme} must be privileged to be handled`)
    handlers.set(scheme, handler)
  }
}

/** The handler for an address of the app's own, if there is one. */
export function handlerFor(url: string): Handler | undefined {
  return handlers.get(new URL(url).protocol.slice(0, -1))
}

export function toCarrier(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)(.*)$/.exec(url)
  const [, scheme = '', host = '', rest = ''] = match ?? []
  return privileged.has(scheme) ? `https://${host}.${scheme}${CARRIER_DOMAIN}${rest}` : url
}

export function fromCarrier(url: string): string {
  const match = /^https:\/\/([^/?#]+)\.([a-z0-9+-]+)\.electron-double\.localhost(?:\/|$)(.*)$/.exec(url)
  return match ? `${match[2]}://${match[1]}/${match[3]}` : url
}
