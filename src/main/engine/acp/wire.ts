/**
 * An agent's standard input and output as a stream of protocol messages. What is no message is skipped and told: it
 * must neither reach the protocol layer nor be answered, for an agent that prints a log line expects no reply to it.
 */
import type { Readable, Writable } from 'node:stream'
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'

/** Largest message of an agent, in bytes. Longer ones are dropped whole, and said. */
export const MESSAGE_MAX_BYTES = 16 * 1024 * 1024
/** How much of a message that is too long is kept, to tell whose it was, in bytes. */
const HEAD_BYTES = 4_096
const NEWLINE = 0x0a

export interface WirePort {
  readonly maxBytes: number
  /** A line that is no protocol message, as it came. */
  onGarbage(line: string): void
  /** A message that is too long: its first bytes, and how many it had at least. */
  onOversize(head: string, bytes: number): void
  /** A response to a question that nobody has asked, or that has been answered. */
  onStray(): void
  /**
   * A notification, in the order of the stream: what comes before an answer is heard before it. False leaves it to the
   * protocol layer, which would refuse what it does not know.
   */
  onNotification(method: string, params: unknown): boolean
  /** The system has taken the message over, so that it is the agent's to read. */
  onWritten(message: AnyMessage): void
}

export function agentStream(stdin: Writable, stdout: Readable, port: WirePort): Stream {
  const asked = new Set<string | number>()
  const messages = async function* (): AsyncGenerator<AnyMessage> {
    for await (const line of linesOf(stdout, port)) {
      const message = parse(line)
      if (message === null) {
        if (line.trim() !== '') port.onGarbage(line)
      } else if (isResponse(message) && !asked.delete(message.id ?? '')) {
        port.onStray()
      } else if (!isNotification(message) || !port.onNotification(message.method, message.params)) {
        yield message
      }
    }
  }
  const incoming = messages()
  return {
    readable: new ReadableStream<AnyMessage>({
      pull: async (controller) => {
        const { done, value } = await incoming.next()
        if (done) controller.close()
        else controller.enqueue(value)
      }
    }),
    writable: new WritableStream<AnyMessage>({
      write: async (message) => {
        if ('method' in message && 'id' in message && message.id !== null) asked.add(message.id)
        await write(stdin, `${JSON.stringify(message)}\n`)
        port.onWritten(message)
      }
    })
  }
}

async function write(stdin: Writable, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => stdin.write(text, (error) => (error ? reject(error) : resolve())))
}

/** The lines of a byte stream. One that is too long is left out and told. */
async function* linesOf(source: Readable, port: WirePort): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let bytes = 0
  const take = (): string | null => {
    const whole = parts
    const length = bytes
    parts = []
    bytes = 0
    if (length <= port.maxBytes) return Buffer.concat(whole).toString('utf8')
    port.onOversize(Buffer.concat(whole).subarray(0, HEAD_BYTES).toString('utf8'), length)
    return null
  }
  const add = (piece: Buffer): void => {
    bytes += piece.length
    if (bytes <= port.maxBytes) parts.push(piece)
    else parts = [Buffer.concat([...parts, piece]).subarray(0, HEAD_BYTES)]
  }
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        add(chunk.subarray(start, end))
        start = end + 1
        const line = take()
        if (line !== null) yield line
      }
      if (start < chunk.length) add(chunk.subarray(start))
    }
  } catch {
    // The pipe broke: what has come so far is what there is.
  }
  const rest = bytes > 0 ? take() : null
  if (rest !== null) yield rest
}

function parse(line: string): AnyMessage | null {
  try {
    const value: unknown = JSON.parse(line)
    return isMessage(value) ? value : null
  } catch {
    return null
  }
}

function isMessage(value: unknown): value is AnyMessage {
  if (typeof value !== 'object' || value === null || !('jsonrpc' in value) || value.jsonrpc !== '2.0') return false
  return 'method' in value ? typeof value.method === 'string' : 'id' in value && ('result' in value || 'error' in value)
}

function isNotification(message: AnyMessage): message is Extract<AnyMessage, { method: string }> {
  return 'method' in message && !('id' in message)
}

function isResponse(message: AnyMessage): message is Extract<AnyMessage, { id: unknown }> {
  return !('method' in message)
}
