/** Small streams that need no patches: a clock, and "the whole value again at every change". */
import { pause } from '../shared/pause'

/** One value at once and then each `ms`, until the signal aborts. */
export async function* ticks<T>(ms: number, signal: AbortSignal | undefined, value: () => T): AsyncGenerator<T, void> {
  while (!signal?.aborted) {
    yield value()
    await pause(ms, signal)
  }
}

/** The value at once and after each change, until the signal aborts; changes within `everyMs`, or while nobody reads, count as one. */
export async function* latest<T>(
  signal: AbortSignal | undefined,
  onChange: (listener: () => void) => () => void,
  value: () => T | Promise<T>,
  everyMs = 50
): AsyncGenerator<T, void> {
  let changed = true
  let wake = () => {}
  const dispose = onChange(() => {
    changed = true
    wake()
  })
  const onAbort = () => wake()
  signal?.addEventListener('abort', onAbort)
  try {
    while (!signal?.aborted) {
      if (!changed) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      changed = false
      yield await value()
      if (everyMs > 0) await pause(everyMs, signal)
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    dispose()
  }
}
