/**
 * What a host needs from the place it runs in. The Electron entry and the served entry each bring their own; everything
 * else is the same code.
 */

import type { Notice } from '../shared/notice'

/** A child Node process that speaks JSON messages: a `utilityProcess` under Electron, a forked child elsewhere. */
export interface ChildLink {
  readonly pid: number | undefined
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once; `detail` holds the last lines of its standard error. */
  onExit(listener: (code: number | null, detail: string) => void): void
  kill(): void
}

/** Starts one of our own built scripts (`pi-process`) as a child that dies with the host. */
export type ForkProcess = (script: string, env: Record<string, string>) => ChildLink

/** Keeps secrets. Names are provider ids; values never leave the host. */
export interface KeyStore {
  /** Where keys are kept, as the UI names it. */
  readonly kind: 'keychain' | 'file'
  get(name: string): Promise<string | null>
  set(name: string, value: string | null): Promise<void>
}

/** What only a desktop can do; null in served mode. Paths have been checked by the caller. */
export interface Desktop {
  openPath(path: string): Promise<void>
  revealPath(path: string): Promise<void>
  openUrl(url: string): Promise<void>
  chooseFolder(): Promise<string | null>
  /** Asks where to save a file, with a name proposed; the whole path, or null when the operator closes the dialog. */
  saveFile(name: string): Promise<string | null>
  /** Shows a notification; a click on it shows the window and what the notification is about. */
  notify(notice: Notice): void
  /** Puts a number on the app's icon, where the desktop has a place for one; 0 takes it off. */
  setBadge(count: number): void
  /** The system's languages, the preferred one first. */
  languages(): readonly string[]
}

export interface HostOptions {
  /** Absolute; made with mode 0700 if it is not there. One host at a time holds it. */
  readonly dataFolder: string
  readonly mode: 'desktop' | 'served'
  readonly version: string
  readonly keys: KeyStore
  readonly desktop: Desktop | null
  readonly fork: ForkProcess
  /** Absolute folder of the built main scripts (`pi-process.js`, `reaper.js`). */
  readonly scripts: string
}

/** What a transport needs of a port: Electron's MessagePortMain and Node's MessagePort both fit. */
export interface PortLike {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  start?(): void
  close(): void
}
