/** How this process speaks to its host: by Electron's parent port, or by the channel that Node gives a forked child. */
import { z } from 'zod'

export interface Transport {
  send(message: object): void
  onMessage(listener: (message: unknown) => void): void
  /** Called when the host is gone, however it ended. */
  onGone(listener: () => void): void
}

/** What we use of Electron's `process.parentPort`. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
}

const ParentPort = z.custom<ParentPort>(
  (value) => typeof value === 'object' && value !== null && 'postMessage' in value && 'on' in value
)

/** @throws Error when nobody has forked this process */
export function openTransport(): Transport {
  const port = 'parentPort' in process ? ParentPort.safeParse(process.parentPort) : null
  if (port?.success) {
    const { data } = port
    return {
      send: (message) => data.postMessage(message),
      onMessage: (listener) => data.on('message', (event) => listener(event.data)),
      onGone: (listener) => data.on('close', listener)
    }
  }
  if (!process.send) throw new Error('This script is started by Crewdeck, not by hand.')
  return {
    send: (message) => void (process.connected && process.send?.(message)),
    onMessage: (listener) => void process.on('message', listener),
    onGone: (listener) => void process.on('disconnect', listener)
  }
}
