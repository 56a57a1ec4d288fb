/**
 * Notifications of a browser, once the operator has turned them on in it. The desktop app shows its own. While they are on,
 * a hidden window keeps one stream: of what is new, and how much waits.
 */
import { create } from 'zustand'
import { z } from 'zod'
import { noticesOf, type Notice } from '../../shared/notice'
import { pause } from '../../shared/pause'
import { client, connector, untilOpen } from '../connection'
import { readStored, writeStored } from '../connection/stored'
import { isDesktop } from '../ui'
import { useLanguage } from '../words'

const KEY = 'crewdeck.notify'
/** Before a lost stream is tried again, in ms. */
const AGAIN_MS = 1_000

/** `denied`: the browser lets nobody ask any more. `desktop`: the app shows them itself. */
export type NotifyState = 'desktop' | 'unsupported' | 'denied' | 'off' | 'on'

export const useNotify = create<{ readonly state: NotifyState; /** Told by the stream; null while there is none. */ readonly waiting: number | null }>(() => ({
  state: stateNow(),
  waiting: null
}))

function stateNow(): NotifyState {
  if (isDesktop) return 'desktop'
  if (typeof Notification === 'undefined') return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && readStored(KEY, z.boolean()) === true ? 'on' : 'off'
}

/** Asks the browser, which asks the operator. */
export async function turnNotificationsOn(): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted') writeStored(KEY, true)
  useNotify.setState({ state: stateNow() })
}

export function turnNotificationsOff(): void {
  writeStored(KEY, false)
  useNotify.setState({ state: stateNow() })
}

/** Shows what is new while they are on; a click leads to `goTo`. Returns the disposer. */
export function startNotifying(goTo: (place: Notice['place']) => void): () => void {
  let reading: AbortController | null = null
  const apply = (): void => {
    const isOn = useNotify.getState().state === 'on'
    if (isOn === (reading !== null)) return
    reading?.abort()
    reading = isOn ? new AbortController() : null
    if (reading) void read(reading.signal, goTo)
    else useNotify.setState({ waiting: null })
  }
  apply()
  const unsubscribe = useNotify.subscribe(apply)
  return () => {
    unsubscribe()
    reading?.abort()
  }
}

/** Reads until the signal aborts. A connection that was lost is made again by the window, once somebody looks at it. */
async function read(signal: AbortSignal, goTo: (place: Notice['place']) => void): Promise<void> {
  while (!signal.aborted) {
    await untilOpen(connector, signal)
    try {
      for await (const { news, waiting } of await client.attention.news({}, { signal })) {
        if (signal.aborted) return
        useNotify.setState({ waiting })
        for (const notice of noticesOf(news, useLanguage.getState().language)) show(notice, goTo)
      }
    } catch {
      // It is opened again with the next connection.
    }
    if (!signal.aborted) useNotify.setState({ waiting: null })
    await pause(AGAIN_MS, signal)
  }
}

function show({ key, title, body, place }: Notice, goTo: (place: Notice['place']) => void): void {
  try {
    const notification = new Notification(title, { body, tag: key })
    notification.onclick = () => {
      window.focus()
      notification.close()
      goTo(place)
    }
  } catch {
    // Some browsers show them for apps only.
  }
}
