/** Whether anybody can see this window. A hidden one asks nothing of the host. */
export function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

/** Calls the listener at every change; returns the disposer. */
export function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
