/** Whether somebody looks at this window, and what it shows them: of that nobody has to be notified. */
import type { Look } from '../../shared/attention'
import { client, follow, useView } from '../connection'
import { isVisible, onVisibility } from '../connection/visibility'
import { useDialogs } from '../ui'

/** The window can be seen, has the focus, and nothing lies over it. */
export function isLookedAt(): boolean {
  return isVisible() && document.hasFocus() && useDialogs.getState().stack.length === 0
}

/** Calls the listener whenever that may have changed; returns the disposer. */
export function onLooking(listener: () => void): () => void {
  addEventListener('focus', listener)
  addEventListener('blur', listener)
  const stops = [onVisibility(listener), useDialogs.subscribe(listener)]
  return () => {
    removeEventListener('focus', listener)
    removeEventListener('blur', listener)
    stops.forEach((stop) => stop())
  }
}

/** Tells the host what is looked at, for as long as it is; returns the disposer. */
export function startLooking(): () => void {
  let told: Look | null = null
  let stop: (() => void) | null = null
  const tell = (): void => {
    const look = isLookedAt() ? lookNow() : null
    if (idOf(look) === idOf(told)) return
    stop?.()
    told = look
    stop = look && follow({ open: (signal) => client.attention.look({ at: look }, { signal }), onValue: () => {} })
  }
  tell()
  const stops = [useView.subscribe(tell), onLooking(tell)]
  return () => {
    stops.forEach((end) => end())
    stop?.()
  }
}

function lookNow(): Look | null {
  const { screen, workerId } = useView.getState()
  if (screen === 'requests') return { kind: 'queue' }
  return workerId === null ? null : { kind: 'worker', workerId }
}

const idOf = (look: Look | null) => (look?.kind === 'worker' ? look.workerId : look && ' queue')
