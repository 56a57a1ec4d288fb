/** Other instances as they were found when they were asked last. Each is asked when it comes on the screen, and on request. */
import { create } from 'zustand'
import { z } from 'zod'
import type { InstanceState, InstanceView } from '../../shared/instances'
import { client, deskEntry, follow, refusalOf } from '../connection'
import { isVisible, onVisibility } from '../connection/visibility'

export interface Found {
  readonly state: InstanceState
  /** When it answered, or did not, in this window's time in ms. */
  readonly at: number
}

interface Instances {
  /** Null until the host has said. */
  readonly list: readonly InstanceView[] | null
  /** By instance. */
  readonly found: ReadonlyMap<string, Found>
  readonly asking: ReadonlySet<string>
}

export const useInstances = create<Instances>(() => ({ list: null, found: new Map(), asking: new Set() }))

/** Keeps the list true while it is on the screen; returns the disposer. */
export function followInstances(): () => void {
  return follow({
    open: (signal) => client.instances.watch({}, { signal }),
    onValue: ({ instances }) => useInstances.setState({ list: instances })
  })
}

/** Those that are to be asked once more as soon as they have answered: something was changed meanwhile. */
const again = new Set<string>()

/** Asks an instance who it is and which runs it has; what was known stays until it has answered. */
export async function askInstance(id: string): Promise<void> {
  const { asking } = useInstances.getState()
  if (asking.has(id)) return void again.add(id)
  useInstances.setState({ asking: new Set([...asking, id]) })
  let state: InstanceState
  try {
    state = await client.instances.check({ id })
  } catch (error) {
    state = { kind: 'failed', ...refusalOf(error) }
  }
  useInstances.setState(({ found, asking: now }) => ({
    found: new Map([...found, [id, { state, at: Date.now() }]]),
    asking: new Set([...now].filter((one) => one !== id))
  }))
  if (again.delete(id)) await askInstance(id)
}

/** Whether an instance is asked again and again while it is on the screen. */
export const polled = deskEntry('instances.poll', z.boolean(), false)

/** How often, in ms. */
const POLL_MS = 5_000

/** Calls `ask` regularly as long as somebody can see the window; one call at a time. Returns the disposer. */
export function poll(ask: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const again = (): void => {
    clearTimeout(timer)
    if (isOver || !isVisible()) return
    timer = setTimeout(() => void ask().finally(again), POLL_MS)
  }
  again()
  const stopListening = onVisibility(again)
  return () => {
    isOver = true
    clearTimeout(timer)
    stopListening()
  }
}
