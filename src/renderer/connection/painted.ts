/** Longest wait for a frame, in ms: a window that draws none (hidden, covered) must not hold the host's stream. */
const LONGEST_MS = 50

/** Resolves with the next frame that the window draws, or after LONGEST_MS. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      resolve()
    }
    const frame = requestAnimationFrame(done)
    const timer = setTimeout(done, LONGEST_MS)
  })
}
