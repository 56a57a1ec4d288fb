/** What is open while there is a connection and somebody can see the window. */
export interface Gate {
  isOpen(): boolean
  /** Called when it opens or closes. Returns the disposer. */
  subscribe(listener: () => void): () => void
}

/** Resolves when it is open, or as soon as the signal aborts. */
export function untilOpen(gate: Gate, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (gate.isOpen() || signal.aborted) return resolve()
    const done = (): void => {
      unsubscribe()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const unsubscribe = gate.subscribe(() => {
      if (gate.isOpen()) done()
    })
    signal.addEventListener('abort', done)
  })
}
