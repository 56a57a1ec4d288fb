import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Outcome } from '../../shared/model'
import { visibleText } from '../session/events'
import { Crew } from '../testing/crew'

let crew: Crew
beforeEach(() => {
  crew = new Crew()
  conduct({ coordinator: { enabled: true, engine: 'pi', model: 'test/model' } })
})
afterEach(() => crew.close())

const conduct = (change: Parameters<Crew['projects']['setConduct']>[1]) => crew.projects.setConduct(crew.sessionId, change)

function restart(): void {
  const { folder } = crew
  crew.die()
  crew = new Crew(folder)
  crew.sessions.repair()
}

/** Notices that the Coordinator has, taken or waiting: `worker turn outcome: text`. */
function notices(sessionId = crew.sessionId): string[] {
  const taken = crew.log
    .events(sessionId, { from: 0 })
    .flatMap((event) => (event.type === 'user/message' ? [{ source: event.data.source, text: visibleText(event.data.content) }] : []))
  return [...taken, ...crew.log.inbox.all(sessionId).map(({ message }) => message)].flatMap(({ source, text }) =>
    source.kind === 'worker-completed' ? [`${source.workerId} ${source.turn} ${source.outcome.kind}: ${text}`] : []
  )
}

async function ended(workerId: string, reply: string | null, outcome?: Outcome): Promise<void> {
  const turn = await crew.steering.turnOf(workerId)
  turn.sink.step(1)
  if (reply !== null) turn.reply(reply)
  turn.end(outcome)
  await crew.idle(workerId)
}

describe('a notice', () => {
  it('cannot be kept out by a message that takes its id', async () => {
    expect(() => crew.send(crew.sessionId, 'completed-w-1', 'queue')).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
    expect(() => crew.send(crew.sessionId, 'settled-w-1', 'steer')).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
    crew.worker('w')
    await ended('w', 'done')
    expect(notices()).toEqual(['w 1 completed: done'])
  })

  it('reaches a Coordinator at work in its running turn, at the next step', async () => {
    crew.send(crew.sessionId, 'go', 'queue')
    const turn = await crew.steering.turnOf(crew.sessionId)
    turn.sink.step(1)
    crew.worker('w')
    await ended('w', 'done')
    await vi.waitFor(() => expect(turn.steers).toHaveLength(1))
    expect(turn.steers[0]?.text).toBe('Worker "w" (worker_id w) ended turn 1: completed.\nIts reply:\n\ndone')
    turn.takeSteers(2)
    expect(crew.turnInputs(crew.sessionId)).toEqual({ 1: ['go', 'completed-w-1'] })
  })

  it('wakes one that rests, whose engine is loaded or not', async () => {
    crew.worker('w')
    await ended('w', null, { kind: 'error', error: { code: 'MODEL', message: 'no answer' } })
    const turn = await crew.steering.turnOf(crew.sessionId)
    expect(turn.inputs.map((input) => input.text)).toEqual(['Worker "w" (worker_id w) ended turn 1: error (MODEL): no answer.\nIt left no reply.'])
  })

  it('is not made for a human Coordinator, nor for one that is disabled: nothing piles up', async () => {
    for (const coordinator of [{ enabled: true, engine: 'none', model: null }, { enabled: false, engine: 'pi', model: 'm' }] as const) {
      conduct({ coordinator })
      crew.worker(coordinator.engine)
      await ended(coordinator.engine, 'done')
    }
    expect(crew.log.events(crew.sessionId, { from: 0 })).toEqual([])
  })

  it('holds a reply of any size', async () => {
    crew.worker('w')
    await ended('w', 'é'.repeat(800_000))
    expect(notices()).toEqual([`w 1 completed: ${'é'.repeat(800_000)}`])
  })
})

describe('when completions are to be quiet', () => {
  it('those of turns that the operator stopped wake nobody, and come with what does', async () => {
    conduct({ quiet: 'stopped' })
    crew.worker('w')
    await crew.steering.turnOf('w')
    crew.workers.interrupt(crew.sessionId, 'w', 1, 'user')
    await crew.idle('w')
    expect(notices()).toEqual(['w 1 aborted: '])
    expect(crew.log.get(crew.sessionId)).toMatchObject({ turnCount: 0, openTurn: null })
    crew.worker('v')
    await ended('v', 'done')
    const turn = await crew.steering.turnOf(crew.sessionId)
    expect(turn.inputs.map((input) => input.messageId)).toEqual(['completed-w-1', 'completed-v-1'])
  })

  it('all of them wait, also across a restart', async () => {
    conduct({ quiet: 'all' })
    crew.worker('w')
    await ended('w', 'done')
    restart()
    expect(notices()).toEqual(['w 1 completed: done'])
    expect(crew.log.get(crew.sessionId)?.turnCount).toBe(0)
    crew.send(crew.sessionId, 'what is new?', 'queue')
    const turn = await crew.steering.turnOf(crew.sessionId)
    expect(turn.inputs.map((input) => input.messageId)).toEqual(['completed-w-1', 'what is new?'])
  })
})

describe('exactly one notice for a turn', () => {
  it('is there when the host dies right after the end was written', async () => {
    conduct({ quiet: 'all' })
    crew.worker('w')
    await ended('w', 'done')
    for (let time = 0; time < 3; time++) restart()
    expect(notices()).toEqual(['w 1 completed: done'])
    expect(crew.outcomes('w')).toEqual(['completed'])
  })

  it('is there when the host dies before the end was written: the turn was interrupted then', async () => {
    crew.worker('w')
    const turn = await crew.steering.turnOf('w')
    turn.sink.step(1)
    turn.reply('half of it')
    await vi.waitFor(() => expect(crew.log.get('w')?.dialogueCount).toBe(2))
    restart()
    restart()
    expect(notices()).toEqual(['w 1 interrupted: half of it'])
    expect(crew.outcomes('w')).toEqual(['interrupted'])
  })

  it('is not there when the end could not be written, nor is the end: both come with the repair', async () => {
    crew.worker('w')
    const turn = await crew.steering.turnOf('w')
    turn.sink.step(1)
    await vi.waitFor(() => expect(crew.log.get('w')?.openSteps).toBe(1))
    // The last thing that the transaction does fails.
    const driver = crew.sessions.driver(crew.sessionId)
    const notify = driver.notify.bind(driver)
    driver.notify = (notice) => {
      notify(notice)
      throw new Error('disk full')
    }
    turn.end()
    await vi.waitFor(() => expect(crew.reports).toContain('the end of a turn could not be written'))
    expect(notices()).toEqual([])
    expect(crew.outcomes('w')).toEqual([])
    expect(crew.workers.get(crew.sessionId, 'w').status).toBe('unknown')
    restart()
    expect(notices()).toEqual(['w 1 interrupted: '])
    expect(crew.outcomes('w')).toEqual(['interrupted'])
  })

  it('is taken once when the host dies while the Coordinator has it', async () => {
    crew.worker('w')
    await ended('w', 'done')
    const turn = await crew.steering.turnOf(crew.sessionId)
    expect(turn.inputs.map((input) => input.messageId)).toEqual(['completed-w-1'])
    turn.sink.step(1)
    restart()
    expect(notices()).toEqual(['w 1 completed: done'])
    expect(crew.log.inbox.count(crew.sessionId)).toBe(0)
  })

  it('waits for the next start when the host closes, and wakes nobody on its way out', async () => {
    crew.worker('w')
    await crew.steering.turnOf('w')
    await crew.sessions.close()
    expect(crew.outcomes('w')).toEqual(['aborted disposed'])
    expect(crew.log.get(crew.sessionId)?.openTurn).toBeNull()
    expect(crew.steering.opened.map((spec) => spec.sessionId)).toEqual(['w'])
    restart()
    expect((await crew.steering.turnOf(crew.sessionId)).inputs.map((input) => input.messageId)).toEqual(['completed-w-1'])
    expect(notices()).toEqual(['w 1 aborted: '])
  })

  it('is made for the last turn of a worker that is deleted', async () => {
    crew.worker('w')
    await crew.steering.turnOf('w')
    await crew.workers.delete(crew.sessionId, 'w')
    expect(notices()).toEqual(['w 1 aborted: '])
  })
})

describe('a child that has settled', () => {
  it('is told of when the agent that it waited for is deleted before it ever ran', async () => {
    conduct({ maxDepth: 3 })
    crew.worker('lead')
    crew.workers.setDelegates(crew.sessionId, 'lead', true)
    await crew.steering.turnOf('lead')
    const make = async (parent: string, label: string) => {
      await crew.toolbox.call({ sessionId: parent }, 'subagent', { label, task: 't', mode: 'continuable' })
      return crew.log.childrenOf(parent)[0]?.id ?? ''
    }
    const child = await make('lead', 'child')
    const turn = await crew.steering.turnOf(child)
    conduct({ maxBusy: 1 })
    const held = await make(child, 'held')
    turn.reply('waiting for the other')
    turn.end()
    await crew.idle(child)
    expect(crew.log.inbox.count('lead')).toBe(0)
    await crew.workers.delete(crew.sessionId, held)
    expect(crew.log.inbox.all('lead').map(({ message }) => message.id)).toEqual([`settled-${child}-1`])
    // Once is enough, whatever else is deleted.
    await crew.workers.delete(crew.sessionId, held)
    expect(crew.log.inbox.count('lead')).toBe(1)
  })
})

describe('the text of a notice', () => {
  it.each<[Outcome, string]>([
    [{ kind: 'completed' }, 'completed'],
    [{ kind: 'aborted', reason: { kind: 'parent' } }, 'aborted (parent)'],
    [{ kind: 'blocked' }, 'blocked'],
    [{ kind: 'blocked', message: 'not allowed' }, 'blocked: not allowed'],
    [{ kind: 'max-tokens' }, 'max-tokens'],
    [{ kind: 'error', error: { code: 'X', message: 'why' } }, 'error (X): why']
  ])('says of %j that it is %s', async (outcome, words) => {
    crew.worker('w')
    await ended('w', 'said', outcome)
    const turn = await crew.steering.turnOf(crew.sessionId)
    expect(turn.inputs[0]?.text).toBe(`Worker "w" (worker_id w) ended turn 1: ${words}.\nIts reply:\n\nsaid`)
  })
})
