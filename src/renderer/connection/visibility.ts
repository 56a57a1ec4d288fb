/** Whether anybody can see this window. A hidden one asks nothing of the host. */
export function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

/** Calls the listener whenever somebody comes to this window; returns the disposer. */
export function onFront(listener: () => void): () => void {
  const stop = onVisibility(() => {
    if (isVisible()) listener()
  })
  window.addEventListener('focus', listener)
  return () => {
    stop()
    window.removeEventListener('focus', listener)
  }
}

/** Calls the listener at every change; returns the disposer. */
export function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
