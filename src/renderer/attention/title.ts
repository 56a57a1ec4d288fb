import { useNotify } from './notify'
import { useQueue } from './queue'
import { words } from './words'

/** Writes into the window's title how many things need the operator; returns the disposer. */
export function startTitle(): () => void {
  const write = (): void => {
    // A hidden window hears nothing of the host, unless it notifies: then it claims nothing.
    const isVisible = document.visibilityState === 'visible'
    const count = isVisible ? (useQueue.getState().queue?.items.length ?? 0) : (useNotify.getState().waiting ?? 0)
    const title = count > 0 ? words().title(count) : 'Crewdeck'
    if (document.title !== title) document.title = title
  }
  write()
  document.addEventListener('visibilitychange', write)
  const stops = [useQueue.subscribe(write), useNotify.subscribe(write)]
  return () => {
    document.removeEventListener('visibilitychange', write)
    stops.forEach((stop) => stop())
  }
}
