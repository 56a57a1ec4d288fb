/** Small streams that need no patches: a clock, and "the whole value again at every change". */

/** One value at once and then each `ms`, until the signal aborts. */
export async function* ticks<T>(ms: number, signal: AbortSignal | undefined, value: () => T): AsyncGenerator<T, void> {
  while (!signal?.aborted) {
    yield value()
    await pause(ms, signal)
  }
}

/** The value at once and after each change; changes in one flush interval count as one. */
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
      await pause(everyMs, signal)
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    dispose()
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
  })
}
