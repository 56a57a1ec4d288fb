import { describe, expect, it } from 'vitest'
import { ProjectConduct, type ProjectView } from '../../shared/model'
import { expectedHold, landingWords, nextTurnNumber, pendingLanding, turnsOfParked, type Target } from './landing.logic'
import { pendingWords } from './words'

const busy: Target = {
  phase: 'busy',
  engine: 'pi',
  availability: 'live',
  canSteer: true,
  turn: { number: 34, startedAt: 0, steps: 4, stoppingSince: null },
  turnCount: 34,
  evidence: { what: 'bash', since: 0, heardAt: 0 },
  parked: false,
  hold: null
}
const idle: Target = { ...busy, phase: 'idle', turn: null }
const shell: Target = { ...busy, engine: 'shell', canSteer: false }

describe('where a message will land', () => {
  it('steers into the next step of the running turn', () => {
    expect(landingWords(busy, 'steer', 3)).toEqual(['Lands at step 5, when bash ends.'])
    expect(landingWords({ ...busy, evidence: { ...busy.evidence, what: 'model' } }, 'steer', 0)).toEqual([
      'Lands at step 5, when the model has answered.'
    ])
    expect(landingWords({ ...busy, turn: { number: 34, startedAt: 0, steps: 0, stoppingSince: null } }, 'steer', 0)).toEqual(['Lands at step 1.'])
    expect(landingWords({ ...busy, phase: 'waiting' }, 'steer', 0)).toEqual(['Lands at step 5, after your answer.'])
    expect(landingWords({ ...busy, phase: 'unknown' }, 'steer', 0)).toEqual(['Lands at step 5, once the worker is heard again.'])
  })

  it('queues behind those that wait', () => {
    expect(landingWords(busy, 'queue', 0)).toEqual(['Opens turn 35.'])
    expect(landingWords(busy, 'queue', 1)).toEqual(['Opens turn 36, after one other.'])
    expect(landingWords(busy, 'queue', 2)).toEqual(['Opens turn 37, after two others.'])
    expect(landingWords(busy, 'queue', 42)).toEqual(['Opens turn 77, after 42 others.'])
  })

  it('does not steer into a turn that is stopping', () => {
    const stopping = { ...busy, turn: { number: 34, startedAt: 0, steps: 4, stoppingSince: 1 } }
    expect(landingWords(stopping, 'steer', 0)).toEqual(['Turn 34 is stopping.', 'Opens turn 35.'])
  })

  it('says why it waits where nothing can be steered', () => {
    expect(landingWords(shell, 'queue', 0)).toEqual(['Opens turn 35.', 'Waits: a shell command cannot take a message while it runs.'])
    expect(landingWords({ ...busy, canSteer: false }, 'queue', 0)[1]).toBe('Waits: this engine cannot take a message while it works.')
  })

  it('opens a turn while the worker is at rest', () => {
    expect(landingWords(idle, 'queue', 0)).toEqual(['Opens turn 35 at once.'])
    expect(landingWords({ ...idle, availability: 'cold' }, 'queue', 0)).toEqual(['Opens turn 35, once the engine has started.'])
    expect(landingWords({ ...shell, turn: null, phase: 'idle', availability: 'cold' }, 'queue', 0)).toEqual(['Opens turn 35 at once.'])
    expect(landingWords({ ...idle, turnCount: 0 }, 'queue', 0)).toEqual(['Opens turn 1 at once.'])
  })

  it('goes with what is parked, or behind it', () => {
    const parked = { ...idle, parked: true }
    expect(landingWords(parked, 'steer', 1)).toEqual(['Opens turn 35, together with what is parked.'])
    expect(landingWords(parked, 'steer', 0, 2)).toEqual(['Opens turn 35, together with what is parked.'])
    expect(landingWords(parked, 'steer', 2)).toEqual([
      'Opens turn 35, together with what is parked, except one queued that gets a turn of its own after it.'
    ])
    expect(landingWords(parked, 'steer', 3, 1)).toEqual([
      'Opens turn 35, together with what is parked, except two queued that get turns of their own after it.'
    ])
    expect(landingWords(parked, 'queue', 2, 1)).toEqual(['Opens turn 37, after two others.'])
    expect(landingWords({ ...shell, turn: null, phase: 'idle', parked: true }, 'queue', 2)).toEqual(['Opens turn 37, after two others.'])
    expect(landingWords(parked, 'queue', 0, 1)).toEqual(['Opens turn 35, together with what is parked.'])
    // A stop parks what comes, also where nothing waits.
    for (const delivery of ['steer', 'queue'] as const) expect(landingWords(parked, delivery, 0)).toEqual(['Opens turn 35 at once.'])
  })

  it('counts the turns of what is parked', () => {
    const [steer, queue] = [{ delivery: 'steer' }, { delivery: 'queue' }] as const
    expect([[], [steer], [queue], [steer, steer], [steer, queue], [queue, queue, steer]].map(turnsOfParked)).toEqual([0, 1, 1, 1, 1, 2])
    expect(pendingWords().parkedGo(1, 1)).toBe('Your next message lets it run.')
    expect(pendingWords().parkedGo(2, 1)).toBe('Your next message lets them run, in one turn.')
    expect(pendingWords().parkedGo(3, 2)).toBe('Your next message lets them run, in two turns, one after the other.')
  })

  it('says what holds the worker', () => {
    expect(landingWords({ ...idle, phase: 'held', hold: 'The Project is paused.' }, 'queue', 1)).toEqual([
      'Opens turn 36, after one other.',
      'The Project is paused.'
    ])
  })

  it('counts turns from the open one', () => {
    expect(nextTurnNumber(busy)).toBe(35)
    expect(nextTurnNumber(idle)).toBe(35)
  })
})

describe('where a pending message will land', () => {
  const message = { delivery: 'queue', parked: false, note: null } as const

  it('is a step for a steer and a turn for the queue', () => {
    expect(pendingLanding(busy, { ...message, delivery: 'steer' }, 0)).toBe('lands at step 5')
    expect(pendingLanding(idle, { ...message, delivery: 'steer' }, 0)).toBe('opens turn 35')
    expect(pendingLanding(busy, message, 0)).toBe('opens turn 35')
    expect(pendingLanding(busy, message, 1)).toBe('turn 36, second in line')
    expect([20, 21, 22, 52, 110].map((index) => pendingLanding(busy, message, index).split(', ')[1])).toEqual([
      '21st in line',
      '22nd in line',
      '23rd in line',
      '53rd in line',
      '111th in line'
    ])
  })

  it('says when it could not be steered, and when it is parked', () => {
    expect(pendingLanding(shell, { ...message, note: 'cannot' }, 0)).toBe('cannot steer, so opens turn 35')
    expect(pendingLanding(idle, { ...message, parked: true }, 0)).toBe('waits for you')
  })
})

describe('what will hold the next turn', () => {
  const project = (change: Partial<ProjectView>): ProjectView => ({
    sessionId: 'p',
    name: 'P',
    folder: '/p',
    demo: false,
    policy: 'run',
    conduct: ProjectConduct.parse({ maxBusy: 2 }),
    paused: false,
    openedAt: 0,
    folderProblem: null,
    workers: 3,
    busy: 0,
    usage: null,
    ...change
  })
  const atRest = { workerId: 'w', hold: null, turn: null }

  it('is the pause or the cap of the Project, said before anything waits', () => {
    expect(expectedHold(atRest, project({}))).toBeNull()
    expect(expectedHold(atRest, project({ paused: true }))).toBe('The Project is paused.')
    expect(expectedHold(atRest, project({ busy: 2 }))).toBe('2 of 2 workers are busy.')
    expect(expectedHold({ ...atRest, workerId: 'p' }, project({ busy: 2 }))).toBeNull()
    expect(landingWords({ ...idle, hold: 'The Project is paused.' }, 'queue', 0)).toEqual(['Opens turn 35.', 'The Project is paused.'])
  })

  it('is what the host says, where it says something, and nothing of a turn that runs', () => {
    expect(expectedHold({ ...atRest, hold: '5 turns began within the last hour.' }, project({ paused: true }))).toBe(
      '5 turns began within the last hour.'
    )
    expect(expectedHold({ ...atRest, turn: busy.turn }, project({ paused: true }))).toBeNull()
    expect(expectedHold(atRest, null)).toBeNull()
  })
})
