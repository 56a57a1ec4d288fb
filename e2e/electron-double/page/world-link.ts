/**
 * The bridge between the page's own world and the preload's: `contextBridge`. Both worlds share the document, on which
 * they call each other by events whose names only they know; Chromium clones what such an event carries. This function
 * runs in both worlds, as its source.
 */
export type Visibility = 'visible' | 'hidden'

export interface LinkHandlers {
  expose(name: string, api: unknown): void
  visibility(state: Visibility): void
}

/** Calls the other world's handlers. */
export type WorldLink = LinkHandlers

export function linkWorlds(secret: string, side: 'page' | 'preload', handlers: LinkHandlers): WorldLink {
  type AnyFunction = (...args: unknown[]) => unknown
  type Message =
    | { kind: 'expose'; name: string; api: unknown }
    | { kind: 'visibility'; state: Visibility }
    | { kind: 'call'; id: number; args: unknown[] }
    | { kind: 'return'; value: unknown }
    | { kind: 'throw'; message: string }
  const FUNCTION = `${secret}-function`
  const Event = CustomEvent
  const target = document
  const dispatch = target.dispatchEvent.bind(target)
  const functions: AnyFunction[] = []
  let answer: Message | null = null

  const send = (message: Message): void => {
    dispatch(new Event(secret + (side === 'page' ? 'preload' : 'page'), { detail: message }))
  }
  const isPlain = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))

  /** Plain data goes as it is, functions as numbers. */
  const pack = (value: unknown): unknown => {
    if (typeof value === 'function') return { [FUNCTION]: functions.push(value as AnyFunction) - 1 }
    if (Array.isArray(value)) return value.map(pack)
    if (isPlain(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pack(item)]))
    if (typeof value !== 'object' || value === null || value instanceof File) return value
    throw new Error('electron double: the context bridge carries plain data and functions')
  }
  const unpack = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(unpack)
    if (!isPlain(value)) return value
    const id = value[FUNCTION]
    if (typeof id === 'number') return (...args: unknown[]) => call(id, args)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unpack(item)]))
  }
  /** Events are delivered at once, so the answer is there when `send` comes back. */
  const call = (id: number, args: unknown[]): unknown => {
    send({ kind: 'call', id, args: args.map(pack) })
    const got = answer
    answer = null
    if (got?.kind === 'return') return unpack(got.value)
    throw new Error(got?.kind === 'throw' ? got.message : 'electron double: the other world is gone')
  }
  const run = (id: number, args: unknown[]): Message => {
    try {
      return { kind: 'return', value: pack(functions[id]?.(...args.map(unpack))) }
    } catch (error) {
      return { kind: 'throw', message: error instanceof Error ? error.message : String(error) }
    }
  }

  target.addEventListener(secret + side, (event) => {
    event.stopImmediatePropagation()
    const message = (event as CustomEvent<Message>).detail
    if (message.kind === 'expose') handlers.expose(message.name, unpack(message.api))
    else if (message.kind === 'visibility') handlers.visibility(message.state)
    else if (message.kind === 'call') send(run(message.id, message.args))
    else answer = message
  })
  return {
    expose: (name, api) => send({ kind: 'expose', name, api: pack(api) }),
    visibility: (state) => send({ kind: 'visibility', state })
  }
}
