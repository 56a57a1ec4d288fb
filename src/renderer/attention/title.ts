import { useQueue } from './queue'
import { words } from './words'

/** Writes into the window's title how many things need the operator; returns the disposer. */
export function startTitle(): () => void {
  const write = (): void => {
    // A hidden window hears nothing of the host: it claims nothing.
    const count = document.visibilityState === 'visible' ? (useQueue.getState().queue?.items.length ?? 0) : 0
    const title = count > 0 ? words().title(count) : 'Crewdeck'
    if (document.title !== title) document.title = title
  }
  write()
  document.addEventListener('visibilitychange', write)
  const stop = useQueue.subscribe(write)
  return () => {
    document.removeEventListener('visibilitychange', write)
    stop()
  }
}
