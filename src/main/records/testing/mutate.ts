/** Seeded damage: the same seed makes the same inputs. */

export type Random = () => number

/** Numbers from 0 up to 1, by mulberry32. */
export function random(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function pick<T>(next: Random, from: readonly [T, ...T[]]): T {
  return from[Math.floor(next() * from.length)] ?? from[0]
}

/** One to four changes: bytes flipped, put in, taken out, doubled, cut off. */
export function mutate(next: Random, bytes: Buffer): Buffer {
  let changed = Buffer.from(bytes)
  for (let count = 1 + Math.floor(next() * 4); count > 0; count--) {
    const at = Math.floor(next() * changed.length)
    const to = Math.min(changed.length, at + 1 + Math.floor(next() * 12))
    const made = Buffer.from(Array.from({ length: 1 + Math.floor(next() * 6) }, () => Math.floor(next() * 256)))
    switch (Math.floor(next() * 6)) {
      case 0:
        if (changed.length > 0) changed[at] = Math.floor(next() * 256)
        break
      case 1:
        changed = Buffer.concat([changed.subarray(0, at), made, changed.subarray(at)])
        break
      case 2:
        changed = Buffer.concat([changed.subarray(0, at), changed.subarray(to)])
        break
      case 3:
        changed = Buffer.concat([changed.subarray(0, to), changed.subarray(at)])
        break
      case 4:
        changed = changed.subarray(0, at)
        break
      default:
        changed = Buffer.concat([changed.subarray(0, at), Buffer.from(pick(next, ['null', '[]', '{}', '-1', '1e999', '"\\ud800"', '\u2028', '"__proto__":{}', '%00', '../']) ), changed.subarray(to)])
    }
  }
  return changed
}
