/** What a command leaves behind when its host ends in the middle of it: the file of its output, and where that is. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { CutTurn, Remains } from '../engine'
import { CAPTURE_LIMITS } from './capture'
import { excerptOf, type Kept } from './excerpt'
import { joined, resultOf, shownBudget } from './reply'

/** The name of the only tool. */
export const TOOL = 'shell'

/** Where the whole output of a call is kept: found again by the call alone. */
export function outputFile(stateFolder: string, callId: string): string {
  return join(stateFolder, `turn-${callId}.log`)
}

/** The reply that the turn would have given had it been stopped where its host ended. */
export function remainsOf({ stateFolder, inputs, calls, heardAt: known }: CutTurn): Remains | null {
  if (calls.length === 0) return null
  let heardAt = known
  const results: Remains['results'][number][] = []
  const ran = calls.map(({ callId, at, result }, index) => {
    const command = inputs[index] ?? ''
    if (result !== null) return { command, result }
    const path = outputFile(stateFolder, callId)
    const kept = keptIn(path)
    heardAt = Math.max(heardAt, kept?.writtenAt ?? 0)
    const text = resultOf({
      command,
      end: { kind: 'cut' },
      duration: Math.max(heardAt - at, 0),
      excerpt: excerptOf(kept ?? NOTHING, shownBudget(inputs.length)),
      printed: kept?.bytes ?? 0,
      file: kept && { path, bytes: kept.bytes, problem: null },
      leftovers: 0,
      survivors: 0
    })
    results.push({ callId, name: TOOL, text })
    return { command, result: text }
  })
  return { results, reply: joined(ran, Math.max(inputs.length - calls.length, 0)), heardAt }
}

const NOTHING: Kept = { head: new Uint8Array(), tail: new Uint8Array(), gap: 0 }

/** Both ends of a file, as much as a running command keeps of them; null where it is not there or cannot be read. */
function keptIn(path: string): (Kept & { readonly bytes: number; readonly writtenAt: number }) | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return null
  }
  try {
    const { size, mtimeMs } = fstatSync(file)
    const { ends } = CAPTURE_LIMITS
    const head = readAt(file, 0, Math.min(size, ends))
    const tail = readAt(file, Math.max(size - ends, head.length), Math.min(Math.max(size - ends, 0), ends))
    return { head, tail, gap: size - head.length - tail.length, bytes: size, writtenAt: Math.floor(mtimeMs) }
  } catch {
    return null
  } finally {
    closeSync(file)
  }
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const more = readSync(file, bytes, read, length - read, position + read)
    if (more === 0) break
    read += more
  }
  return bytes.subarray(0, read)
}
