/** Does what the host asks of the pi process. */
import { assertNever } from '../../../../shared/errors'
import { EngineError, type AskAnswer, type AskRequest } from '../../engine'
import type { FromProcess, Standing, ToProcess } from '../protocol'
import { Registry } from './registry'
import { ResidentSession } from './session'

export { killAllNow } from './commands'

interface ToolAnswer {
  readonly text: string
  readonly isError: boolean
}

export interface Sessions {
  handle(message: ToProcess): void
}

/** `send` takes answers and facts to the host. */
export function createSessions(send: (message: FromProcess) => void): Sessions {
  const registry = Registry.create()
  const sessions = new Map<string, ResidentSession>()
  const questions = new Map<number, (standing: Standing) => void>()
  const calls = new Map<number, (answer: ToolAnswer) => void>()
  const asks = new Map<number, (answer: AskAnswer | null) => void>()
  let asked = 0

  /** Answers a request when its work is done, or says why it is not. */
  const answer = (request: number, work: () => Promise<FromProcess>) => {
    work().then(send, (error: unknown) =>
      send({
        type: 'failed',
        request,
        code: error instanceof EngineError ? error.code : 'ENGINE_ERROR',
        message: error instanceof Error ? error.message : 'The pi engine failed.'
      })
    )
  }
  const askPolicy = (handle: string, tool: string) =>
    new Promise<Standing>((resolve) => {
      const question = (asked += 1)
      questions.set(question, resolve)
      send({ type: 'askPolicy', handle, question, tool })
    })

  const callTool = (handle: string, name: string, args: unknown) =>
    new Promise<ToolAnswer>((resolve) => {
      const question = (asked += 1)
      calls.set(question, resolve)
      send({ type: 'callTool', handle, question, name, args })
    })
  const ask = (handle: string, request: AskRequest, signal: AbortSignal | undefined) =>
    new Promise<AskAnswer | null>((resolve) => {
      if (signal?.aborted) return resolve(null)
      const question = (asked += 1)
      const withdraw = () => send({ type: 'withdraw', question })
      signal?.addEventListener('abort', withdraw, { once: true })
      asks.set(question, (answered) => {
        signal?.removeEventListener('abort', withdraw)
        resolve(answered)
      })
      const { paths, options, changes, ...rest } = request
      const lists = { paths: [...paths], options: [...options], ...(changes && { changes: [...changes] }) }
      send({ type: 'ask', handle, question, ask: { ...rest, ...lists } })
    })

  return {
    handle(message) {
      switch (message.type) {
        case 'open':
          return answer(message.request, async () => {
            const { handle } = message.session
            const session = await ResidentSession.open(message.session, {
              registry: await registry,
              fact: (what) => send({ type: 'turn', handle, what }),
              standing: (tool) => askPolicy(handle, tool),
              callTool: (name, args) => callTool(handle, name, args),
              ask: (request, signal) => ask(handle, request, signal),
              command: (command, alive) => send({ type: 'command', command, alive })
            })
            sessions.set(handle, session)
            return { type: 'done', request: message.request }
          })
        case 'run':
          void sessions.get(message.handle)?.run(message.inputs, message.model)
          return
        case 'steers':
          return answer(message.request, async () => {
            await sessions.get(message.handle)?.steers(message.steers)
            return { type: 'done', request: message.request }
          })
        case 'interrupt':
          return sessions.get(message.handle)?.interrupt()
        case 'dispose':
          return answer(message.request, async () => {
            const session = sessions.get(message.handle)
            sessions.delete(message.handle)
            await session?.dispose()
            return { type: 'done', request: message.request }
          })
        case 'catalogue':
          return answer(message.request, async () => ({
            type: 'catalogue',
            request: message.request,
            providers: await (await registry).catalogue()
          }))
        case 'check':
          return answer(message.request, async () => ({
            type: 'checked',
            request: message.request,
            result: await (await registry).check(message.model, message.timeoutMs)
          }))
        case 'policy': {
          questions.get(message.question)?.(message.standing)
          questions.delete(message.question)
          return
        }
        case 'toolAnswered': {
          calls.get(message.question)?.(message)
          calls.delete(message.question)
          return
        }
        case 'answered': {
          asks.get(message.question)?.(message.answer)
          asks.delete(message.question)
          return
        }
        default:
          return assertNever(message)
      }
    }
  }
}
