/** A model over HTTP that answers every question with one text, in pieces at a steady rate. Speaks OpenAI's chat completions. */
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export interface StreamingModel {
  readonly url: string
  close(): void
}

/** `pieceMs` is the time from one piece of `pieceChars` characters to the next. */
export async function startStreamingModel(text: string, pieceChars: number, pieceMs: number): Promise<StreamingModel> {
  const server = createServer((request, response) => {
    request.resume()
    if (!request.url?.endsWith('/chat/completions')) return void response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    const say = (delta: object, finish: string | null) =>
      response.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'model', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`)
    void (async () => {
      const began = performance.now()
      for (let at = 0; at < text.length && !response.destroyed; at += pieceChars) {
        say(at === 0 ? { role: 'assistant', content: text.slice(0, pieceChars) } : { content: text.slice(at, at + pieceChars) }, null)
        await delay(Math.max(0, began + (at / pieceChars + 1) * pieceMs - performance.now()))
      }
      say({}, 'stop')
      response.end('data: [DONE]\n\n')
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The model has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
