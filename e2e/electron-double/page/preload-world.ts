/**
 * The world that the preload runs in: it sees the same document as the page, and none of the page's variables. It has
 * what a sandboxed preload has, as far as ours uses it. This function runs there, as its source.
 */
import type { createCodec as CreateCodec } from '../codec.ts'
import type { addPortClose as AddPortClose } from './port-close.ts'
import type { linkWorlds as LinkWorlds, Visibility } from './world-link.ts'

/** From this world to the main process. */
export type FromPage =
  | { kind: 'send'; channel: string; text: string; ports: number[] }
  | { kind: 'port'; id: number; text: string }
  | { kind: 'port-closed'; id: number }
  | { kind: 'title'; title: string }

/** From the main process to this world. */
export type ToPage =
  | { kind: 'message'; channel: string; text: string }
  | { kind: 'port'; id: number; text: string }
  | { kind: 'port-closed'; id: number }
  | { kind: 'visibility'; state: Visibility }

export interface PreloadWorldParts {
  createCodec: typeof CreateCodec
  linkWorlds: typeof LinkWorlds
  addPortClose: typeof AddPortClose
}

export interface PreloadWorldOptions {
  secret: string
  /** Global of this world that takes text to the main process. */
  sender: string
  /** Global of this world that takes a ToPage from the main process. */
  receiver: string
  process: { platform: string; arch: string; versions: Record<string, string | undefined> }
}

type RunPreload = (require: (id: string) => unknown, module: object, exports: object, process: object) => void

export function preloadWorld(options: PreloadWorldOptions, parts: PreloadWorldParts, runPreload: RunPreload): void {
  if (window !== window.top) return
  type Listener = (event: object, ...args: unknown[]) => void
  const world = window as unknown as Record<string, unknown>
  const { encode, decode } = parts.createCodec()
  const link = parts.linkWorlds(options.secret, 'preload', { expose() {}, visibility() {} })
  const watchPort = parts.addPortClose(options.secret)
  const toMain = world[options.sender] as (text: string) => void
  const tell = (message: FromPage): void => toMain(JSON.stringify(message))

  const listeners = new Map<string, Set<Listener>>()
  const ports = new Map<number, MessagePort>()
  let lastPort = 0

  /** From here on the main process has this port: what comes out of it goes there. */
  const adopt = (port: MessagePort): number => {
    const id = (lastPort += 1)
    ports.set(id, port)
    watchPort(port)
    port.addEventListener('message', ({ data }) => tell({ kind: 'port', id, text: encode(data) }))
    port.addEventListener('close', () => {
      if (ports.delete(id)) tell({ kind: 'port-closed', id })
    })
    port.start()
    return id
  }

  world[options.receiver] = (message: ToPage): void => {
    switch (message.kind) {
      case 'message':
        for (const listener of listeners.get(message.channel) ?? []) listener({}, decode(message.text))
        break
      case 'port':
        ports.get(message.id)?.postMessage(decode(message.text))
        break
      case 'port-closed':
        ports.get(message.id)?.close()
        ports.delete(message.id)
        break
      case 'visibility':
        link.visibility(message.state)
    }
  }

  window.addEventListener('DOMContentLoaded', () => {
    const told = (): void => tell({ kind: 'title', title: document.title })
    const title = document.querySelector('title')
    if (title) new MutationObserver(told).observe(title, { childList: true })
    told()
  })

  const electron = {
    webUtils: {
      // Nothing tells a page where a file lies: a spec says it, by the name of the file.
      getPathForFile({ name }: File): string {
        const paths = JSON.parse(document.documentElement.dataset['paths'] ?? '{}') as Record<string, string>
        return paths[name] ?? ''
      }
    },
    contextBridge: { exposeInMainWorld: (name: string, api: unknown) => link.expose(name, api) },
    ipcRenderer: {
      send: (channel: string, message?: unknown) => tell({ kind: 'send', channel, text: encode(message), ports: [] }),
      postMessage: (channel: string, message: unknown, transfer: MessagePort[] = []) =>
        tell({ kind: 'send', channel, text: encode(message), ports: transfer.map(adopt) }),
      on(channel: string, listener: Listener) {
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
      },
      removeListener(channel: string, listener: Listener) {
        listeners.get(channel)?.delete(listener)
      }
    }
  }
  const require = (id: string): unknown => {
    if (id === 'electron' || id === 'electron/renderer') return electron
    throw new Error(`module not found: ${id}`)
  }
  const module = { exports: {} }
  const process = { type: 'renderer', sandboxed: true, contextIsolated: true, env: {}, ...options.process }
  runPreload(require, module, module.exports, process)
}
