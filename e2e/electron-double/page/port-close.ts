/**
 * The `close` event that Electron adds to the page's ports: the side that closes says so in a last message. This
 * function runs in both worlds, as its source; what it returns makes a port take part.
 */
export function addPortClose(secret: string): (port: MessagePort) => void {
  const taking = new WeakSet<MessagePort>()
  const { postMessage, close } = MessagePort.prototype
  const listen = EventTarget.prototype.addEventListener

  MessagePort.prototype.close = function (this: MessagePort) {
    if (taking.delete(this)) postMessage.call(this, { [secret]: 'closed' })
    close.call(this)
  }
  return (port) => {
    taking.add(port)
    const onMessage = (event: Event): void => {
      const { data } = event as MessageEvent<Record<string, unknown> | null>
      if (data?.[secret] !== 'closed') return
      event.stopImmediatePropagation()
      taking.delete(port)
      close.call(port)
      const closed = new Event('close')
      port.dispatchEvent(closed)
      const { onclose } = port as MessagePort & { onclose?: (event: Event) => void }
      onclose?.(closed)
    }
    listen.call(port, 'message', onMessage)
  }
}
