/**
 * The contract: what every engine must do, told from what happened (files, processes, and what the model was sent), not
 * from what the agent says of itself.
 */
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AskRequest, EngineInput, SessionSpec } from '../src/main/engine/engine'
import { FactList } from '../src/main/engine/pi/testing'
import { living, until } from '../src/main/process/testing/world'
import type { Outcome } from '../src/shared/model'
import type { SeenRequest } from '../e2e/scripted-model/main'
import { HOST_TOOL, startHostTool } from './host-tool'
import type { Opened, Subject } from './subject'

export interface Clause {
  readonly name: string
  /** Rejects with what is wrong. Resolves with why the agent does not offer it, or nothing. */
  readonly run: (subject: Subject) => Promise<string | void>
}

const there = (path: string) => access(path).then(() => true, () => false)
const input = (text: string): EngineInput => ({ messageId: `m${(made += 1)}`, text })
let made = 0

function begin({ session }: Opened, text: string): { facts: FactList; ended: Promise<Outcome> } {
  const facts = new FactList()
  return { facts, ended: session.run([input(text)], facts).then((end) => end.outcome) }
}

async function run(opened: Opened, text: string): Promise<{ facts: FactList; outcome: Outcome }> {
  const { facts, ended } = begin(opened, text)
  return { outcome: await ended, facts }
}

function check(holds: boolean, what: string, seen?: unknown): void {
  if (!holds) throw new Error(`${what}${seen === undefined ? '' : `; there was ${JSON.stringify(seen)?.slice(0, 600)}`}`)
}

/** Requests of the conversation itself, not of titles and the like. */
const asked = (subject: Subject): SeenRequest[] => subject.model.requests.filter((request) => request.tools.length > 0)
const userTexts = (request: SeenRequest | undefined): string[] => (request?.messages ?? []).filter(({ role }) => role === 'user').map(({ text }) => text)
const times = (request: SeenRequest | undefined, text: string): number => userTexts(request).filter((said) => said.includes(text)).length

/** Answers questions, and keeps them. */
function answering(kind: 'allow-once' | 'reject-once') {
  const requests: AskRequest[] = []
  const ask: NonNullable<SessionSpec['ask']> = async (request) => {
    requests.push(request)
    return request.options.find((option) => option.kind === kind)?.id ?? null
  }
  return { requests, ask }
}

const allowAll = answering('allow-once').ask

export const CLAUSES: readonly Clause[] = [
  {
    name: 'write a file',
    run: async (subject) => {
      const opened = await subject.open('write', { ask: allowAll })
      const path = join(opened.folder, 'hello.txt')
      const { facts, outcome } = await run(opened, `Please ${subject.agent.says.write(path, 'one\ntwo\n')} and say so.`)
      check(outcome.kind === 'completed', 'the turn did not complete', outcome)
      check((await readFile(path, 'utf8').catch(() => '')).trim() === 'one\ntwo', 'the file does not hold what was written')
      const changes = facts.of('result').flatMap((result) => result.changes)
      check(changes.some((change) => change.path === 'hello.txt' && change.how === 'created' && change.added === 2), 'the change was not told', { changes, results: facts.of('result') })
      check(facts.reply.includes('and say so'), 'the reply is not the last thing that the model said', facts.reply)
      check(facts.of('call').length === facts.of('result').length && facts.of('call').length === 1, 'calls and results do not match', facts.of('call'))
      check(facts.of('assistant').at(-1)?.usage !== undefined, 'nothing was told of what it used')
      check(facts.of('step').at(-1)?.number === 2, 'it were not two steps', facts.of('step'))
      await opened.session.dispose()
    }
  },
  {
    name: 'permission allowed',
    run: async (subject) => {
      const { requests, ask } = answering('allow-once')
      const opened = await subject.open('allow', { ask, policy: () => 'read' })
      const path = join(opened.folder, 'allowed.txt')
      const { outcome } = await run(opened, subject.agent.says.write(path, 'yes\n', true))
      check(outcome.kind === 'completed', 'the turn did not complete', outcome)
      check(requests.length >= 1, 'nobody was asked')
      check((requests[0]?.options ?? []).some(({ kind }) => kind === 'reject-once'), 'no could not be said', requests)
      check(await there(path), 'it was not done')
      await opened.session.dispose()
    }
  },
  {
    name: 'permission denied',
    run: async (subject) => {
      const { requests, ask } = answering('reject-once')
      const opened = await subject.open('deny', { ask, policy: () => 'read' })
      const path = join(opened.folder, 'denied.txt')
      const { facts, outcome } = await run(opened, subject.agent.says.write(path, 'no\n', true))
      check(requests.length >= 1, 'nobody was asked')
      check(!(await there(path)), 'it was done all the same')
      check(facts.of('result').every(({ changes }) => changes.length === 0), 'a change was told', facts.of('result'))
      check(outcome.kind === 'completed' || outcome.kind === 'aborted' || outcome.kind === 'blocked', 'the turn broke', outcome)
      await opened.session.dispose()
    }
  },
  {
    name: 'steer in a tool',
    run: async (subject) => {
      const opened = await subject.open('steer', { ask: allowAll })
      const { facts, ended } = begin(opened, `Start ${subject.agent.says.run('sleep 4; echo TOOL-DONE')}`)
      await facts.first('call')
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await opened.session.offerSteers([{ messageId: 'steer-1', text: 'MIND-THE-GAP' }])
      const outcome = await ended
      check(outcome.kind === 'completed', 'the turn did not complete', outcome)
      const last = asked(subject).at(-1)
      check(facts.of('result').every(({ isError }) => !isError) && (last?.toolResults ?? []).some((text) => text.includes('TOOL-DONE')), 'the running tool was not left alone', last?.toolResults)
      if (subject.agent.lacks.steer) {
        check(facts.of('steered').length === 0 && times(last, 'MIND-THE-GAP') === 0, 'it was sent all the same')
        const next = await run(opened, 'MIND-THE-GAP')
        check(next.outcome.kind === 'completed' && times(asked(subject).at(-1), 'MIND-THE-GAP') === 1, 'it did not arrive in the next turn', next.outcome)
        await opened.session.dispose()
        return subject.agent.lacks.steer
      }
      check(subject.steers, 'the engine says that this agent cannot be steered')
      check(JSON.stringify(facts.of('steered')) === JSON.stringify([{ fact: 'steered', messageIds: ['steer-1'], step: 2 }]), 'the receipt is not right', facts.of('steered'))
      check(times(last, 'MIND-THE-GAP') === 1, 'the model has not seen it exactly once', userTexts(last))
      check(facts.reply.includes('MIND-THE-GAP'), 'the reply does not answer it', facts.reply)
      const { facts: after, outcome: end } = await run(opened, 'And that is all.')
      check(end.kind === 'completed' && after.of('steered').length === 0, 'the next turn is not its own', end)
      check(times(asked(subject).at(-1), 'MIND-THE-GAP') === 1, 'the message was sent twice')
      await opened.session.dispose()
    }
  },
  {
    name: 'queue',
    run: async (subject) => {
      const opened = await subject.open('queue', { ask: allowAll })
      const first = begin(opened, `FIRST-ONE ${subject.agent.says.run('sleep 1; echo ONE')}`)
      const second = first.ended.then(() => run(opened, 'SECOND-ONE'))
      check((await first.ended).kind === 'completed', 'the first turn did not complete', await first.ended)
      const { facts, outcome } = await second
      check(outcome.kind === 'completed', 'the second turn did not complete', outcome)
      check(facts.reply.includes('SECOND-ONE') && first.facts.reply.includes('FIRST-ONE'), 'each reply answers its own message', [first.facts.reply, facts.reply])
      check(times(asked(subject).at(-1), 'SECOND-ONE') === 1 && times(asked(subject).at(-1), 'FIRST-ONE') === 1, 'the model has not seen each once')
      await opened.session.dispose()
    }
  },
  {
    name: 'cancel',
    run: async (subject) => {
      const opened = await subject.open('cancel', { ask: allowAll })
      const never = join(opened.folder, 'never.txt')
      const seconds = `30.${process.pid}`
      const { facts, ended } = begin(opened, subject.agent.says.run(`python3 -c 'import time; time.sleep(${seconds})'; echo too-late > never.txt`))
      await facts.first('call')
      const runs = async () => (await living((row) => row.host === subject.supervisor.hostId)).length
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      const before = await runs()
      const since = performance.now()
      opened.session.interrupt()
      const outcome = await ended
      check(outcome.kind === 'aborted', 'the turn was not aborted', outcome)
      check(performance.now() - since < 6_000, 'it took too long', Math.round(performance.now() - since))
      await until('the command has ended', async () => !(await commandRuns(seconds)), 6_000)
      check(before >= 1 && !(await there(never)), 'the command went on')
      const { facts: next, outcome: end } = await run(opened, '[[fresh]] Are you there?')
      check(end.kind === 'completed' && next.reply.includes('Are you there?'), 'the session does not go on', [end, next.reply])
      await opened.session.dispose()
    }
  },
  {
    name: 'resume in a fresh process',
    run: async (subject) => {
      const opened = await subject.open('resume', { ask: allowAll })
      check((await run(opened, 'The word is heliotrope.')).outcome.kind === 'completed', 'the first turn did not complete')
      await subject.restart()
      await until('every process has ended', async () => (await living((row) => row.host === subject.supervisor.hostId)).length === 0, 10_000)
      const again = await subject.open('resume', { ask: allowAll })
      const { facts, outcome } = await run(again, 'And now?')
      check(outcome.kind === 'completed', 'the second turn did not complete', outcome)
      check(facts.reply.includes('And now?'), 'the reply is not right', facts.reply)
      check(times(asked(subject).at(-1), 'The word is heliotrope.') === 1, 'the model was not sent what was said before, once', userTexts(asked(subject).at(-1)))
      await again.session.dispose()
    }
  },
  {
    name: 'tool of the host',
    run: async (subject) => {
      const server = await startHostTool()
      const calls: unknown[] = []
      try {
        const { requests, ask } = answering('reject-once')
        const opened = await subject.open('tools', {
          ask,
          policy: () => 'read',
          mcp: async () => ({ url: server.url, token: server.token, needed: true }),
          tools: () => [HOST_TOOL],
          callTool: async (_, args) => {
            calls.push(args)
            return { text: '{"workers":[{"name":"heliotrope"}]}', isError: false }
          }
        })
        await run(opened, 'Hello.')
        const offered = asked(subject).at(-1)?.tools ?? []
        const { facts, outcome } = await run(opened, `Look ${subject.agent.says.hostTool(offered, { action: 'list' })}`)
        check(outcome.kind === 'completed', 'the turn did not complete', outcome)
        const told = [...calls, ...server.calls]
        check(JSON.stringify(told) === '[{"action":"list"}]', 'the tool was not called once', { requests, told, offered, results: facts.of('result') })
        check(requests.length === 0, 'the operator was asked about a tool of ours', requests)
        check((asked(subject).at(-1)?.toolResults ?? []).some((text) => text.includes('heliotrope')), 'the model did not get its answer', asked(subject).at(-1)?.toolResults)
        await opened.session.dispose()
      } finally {
        await server.close()
      }
    }
  },
  {
    name: 'delete',
    run: async (subject) => {
      const opened = await subject.open('delete', { ask: allowAll })
      await run(opened, 'Remember this.')
      await opened.session.dispose()
      const result = await subject.forget(opened.spec)
      if (subject.agent.lacks.delete) {
        check(result === 'kept', 'it does more than was thought', result)
        return subject.agent.lacks.delete
      }
      check(result === 'deleted', 'it was not deleted', result)
      await subject.restart()
      const back = await subject.open('delete', { ask: allowAll }).then((world) => run(world, 'What was it?'), () => null)
      check(back === null || times(asked(subject).at(-1), 'Remember this.') === 0, 'it was still remembered')
    }
  }
]

async function commandRuns(words: string): Promise<boolean> {
  const { execFile } = await import('node:child_process')
  return new Promise((resolve) => execFile('pgrep', ['-f', `sleep\\(${words}`], (error) => resolve(error === null)))
}
