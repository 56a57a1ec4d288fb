/**
 * Files that wait in the composer of each worker: on their way to the host, or there. What is there belongs to the
 * worker's draft and comes back with it after a restart.
 */
import { create } from 'zustand'
import { ATTACHMENT_CHUNK_BYTES, ATTACHMENT_MAX_BYTES, ATTACHMENTS_MAX } from '../../shared/limits'
import type { Attachment } from '../../shared/model'
import { client, newId, refusalOf, useConnection } from '../connection'
import { formatBytes } from '../ui/format'
import type { Address } from './outbox'
import { fileWords } from './words'

export interface Attaching {
  readonly id: string
  readonly name: string
  readonly bytes: number
  readonly state: 'sending' | 'waiting' | 'there' | 'failed'
  /** How many bytes the host has. */
  readonly received: number
  /** Why it failed; empty while it has not. */
  readonly problem: string
  /** Once it is there. */
  readonly attachment: Attachment | null
}

/** By worker. */
export const useAttaching = create<{ readonly files: Readonly<Record<string, readonly Attaching[]>> }>(() => ({ files: {} }))

/** How long it takes at most until the window knows that the connection has gone, in ms. */
const KNOWN_AFTER_MS = 250

/** What is being sent, so that it can be tried again. */
const contents = new Map<string, { readonly address: Address; readonly content: Blob }>()

/** Those that the host may have in the draft and that are not the composer's: of messages on their way, or let go. */
const aside = new Set<string>()

const NONE: readonly Attaching[] = []

export function attachingOf(workerId: string): readonly Attaching[] {
  return useAttaching.getState().files[workerId] ?? NONE
}

/** Begins to send files to the draft of a worker. Answers why some were not taken, in sentences. */
export function attachFiles(address: Address, files: readonly File[]): string[] {
  const problems: string[] = []
  for (const file of files) {
    const problem = problemOf(address.workerId, file)
    if (problem !== null) {
      problems.push(problem)
      continue
    }
    const id = newId()
    contents.set(id, { address, content: file })
    const attaching = { id, name: file.name, bytes: file.size, state: 'sending', received: 0, problem: '', attachment: null } as const
    put(address.workerId, [...attachingOf(address.workerId), attaching])
    void send(id)
  }
  return [...new Set(problems)]
}

function problemOf(workerId: string, file: File): string | null {
  const say = fileWords()
  if (attachingOf(workerId).length >= ATTACHMENTS_MAX) return say.tooMany(ATTACHMENTS_MAX)
  if (file.size === 0) return say.empty(file.name)
  return file.size > ATTACHMENT_MAX_BYTES ? say.tooLarge(file.name, formatBytes(ATTACHMENT_MAX_BYTES)) : null
}

/** These go with a message, or wait with one that was taken back. */
export function setAside(attachments: readonly Attachment[]): void {
  for (const { id } of attachments) aside.add(id)
}

/** Lets one go, wherever it is. */
export function removeAttaching({ sessionId, workerId }: Address, id: string): void {
  contents.delete(id)
  aside.add(id)
  put(workerId, attachingOf(workerId).filter((file) => file.id !== id))
  void client.attachments.remove({ sessionId, workerId, attachmentId: id }).catch(() => {})
}

export function retryAttaching(id: string): void {
  const known = contents.get(id)
  if (!known) return
  change(known.address.workerId, id, { state: 'sending', problem: '' })
  void send(id)
}

/** Takes those that are there out of the composer, for a message that goes. */
export function takeAttached(workerId: string): Attachment[] {
  const taken = attachingOf(workerId).flatMap(({ attachment }) => attachment ?? [])
  put(workerId, attachingOf(workerId).filter(({ attachment }) => attachment === null))
  return taken
}

/** Puts attachments into the composer that the host has in the draft. */
export function takeStored(workerId: string, stored: readonly Attachment[]): void {
  const known = new Set(attachingOf(workerId).map(({ id }) => id))
  const back = stored.filter(({ id }) => !known.has(id))
  for (const { id } of back) aside.delete(id)
  if (back.length === 0) return
  const files = back.map((attachment): Attaching => {
    const { id, name, bytes } = attachment
    return { id, name, bytes, state: 'there', received: bytes, problem: '', attachment }
  })
  put(workerId, [...files, ...attachingOf(workerId)])
}

/** The draft as the host has it now: what another window has sent or let go is gone here too, and what it added is here. */
export function meetStored(workerId: string, stored: readonly Attachment[]): void {
  const held = new Set(stored.map(({ id }) => id))
  const files = attachingOf(workerId)
  const left = files.filter(({ id, attachment }) => attachment === null || held.has(id))
  if (left.length < files.length) put(workerId, left)
  takeStored(workerId, stored.filter(({ id }) => !aside.has(id)))
}

/** Sends a file part by part, from where the host says. Waits while there is no connection. */
async function send(id: string): Promise<void> {
  for (let offset = 0; ; ) {
    const known = contents.get(id)
    if (!known) return
    const { address, content } = known
    const { sessionId, workerId } = address
    const file = attachingOf(workerId).find((other) => other.id === id)
    if (!file) return
    try {
      const data = await base64(content.slice(offset, offset + ATTACHMENT_CHUNK_BYTES))
      const part = { attachmentId: id, name: file.name, bytes: content.size, offset, data }
      const { received, attachment } = await client.attachments.put({ sessionId, workerId, ...part })
      if (!contents.has(id)) return
      change(workerId, id, { state: attachment ? 'there' : 'sending', received, attachment })
      if (attachment) {
        contents.delete(id)
        return
      }
      offset = received
    } catch (error) {
      const { code, message, remedy } = refusalOf(error)
      // Whether the connection is gone is known a moment after its calls have failed.
      await new Promise((resolve) => setTimeout(resolve, KNOWN_AFTER_MS))
      if (code === 'UNAVAILABLE' && useConnection.getState().state !== 'live') {
        change(workerId, id, { state: 'waiting' })
        await connected()
        offset = 0
      } else {
        change(workerId, id, { state: 'failed', problem: `${message} ${remedy}`.trim() })
        return
      }
    }
  }
}

/** Resolves when the host can be heard. */
function connected(): Promise<void> {
  return new Promise((resolve) => {
    if (useConnection.getState().state === 'live') return resolve()
    const stop = useConnection.subscribe(({ state }) => {
      if (state !== 'live') return
      stop()
      resolve()
    })
  })
}

function base64(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : '')
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'))
    reader.readAsDataURL(part)
  })
}

function put(workerId: string, files: readonly Attaching[]): void {
  useAttaching.setState((state) => ({ files: { ...state.files, [workerId]: files } }))
}

function change(workerId: string, id: string, patch: Partial<Attaching>): void {
  put(workerId, attachingOf(workerId).map((file) => (file.id === id ? { ...file, ...patch } : file)))
}
