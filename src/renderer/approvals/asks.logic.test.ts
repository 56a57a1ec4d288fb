import { describe, expect, it } from 'vitest'
import { countWords, decisionOf, keysOf, newsOf, optionOf, otherPaths } from './asks.logic'
import { makeAsk } from './testing'

type Kind = Parameters<typeof keysOf>[0][number]['kind']
const options = (...kinds: Kind[]) => kinds.map((kind, index) => ({ id: `o${index}`, label: `Option ${index}`, kind }))

describe('the keys of a request', () => {
  it('are A, T and R for the first of their kind, and digits for the rest', () => {
    const offered = options('allow-once', 'allow-always', 'reject-once', 'reject-always', 'other')
    expect([...keysOf(offered)]).toEqual([
      ['o0', 'A'],
      ['o1', 'T'],
      ['o2', 'R'],
      ['o3', '1'],
      ['o4', '2']
    ])
  })

  it('choose what they are shown at, in either case, and nothing else', () => {
    const offered = options('reject-once', 'allow-once', 'allow-once')
    expect(optionOf(offered, 'a')?.id).toBe('o1')
    expect(optionOf(offered, 'R')?.id).toBe('o0')
    expect(optionOf(offered, '1')?.id).toBe('o2')
    expect(optionOf(offered, 't')).toBeNull()
    expect(optionOf(offered, 'Enter')).toBeNull()
    expect(optionOf([], 'a')).toBeNull()
  })

  it('end at nine digits', () => {
    const many = options(...Array.from({ length: 12 }, (): Kind => 'other'))
    expect(keysOf(many).size).toBe(9)
  })
})

describe('the words of requests', () => {
  it('count permissions and questions', () => {
    const permission = makeAsk()
    const question = makeAsk({ request: { kind: 'question' } })
    expect(countWords([])).toBe('')
    expect(countWords([permission])).toBe('1 permission')
    expect(countWords([permission, question, question])).toBe('1 permission · 2 questions')
  })

  it('say each request once', () => {
    const [first, second] = [makeAsk({ id: 'a' }), makeAsk({ id: 'b', workerName: 'Docs', request: { detail: '' } })]
    expect(newsOf(new Set(), [])).toBe('')
    expect(newsOf(new Set(), [first])).toBe('Fare rules asks: Write a file: a.txt')
    expect(newsOf(new Set(['a']), [first])).toBe('')
    expect(newsOf(new Set(['a']), [first, second])).toBe('Docs asks: Write a file')
    expect(newsOf(new Set(), [first, second])).toBe('2 requests wait for you.')
  })

  it('name the paths that the detail does not', () => {
    expect(otherPaths(makeAsk().request)).toEqual([])
    expect(otherPaths(makeAsk({ request: { detail: 'mv a b', paths: ['a', 'b'] } }).request)).toEqual(['a', 'b'])
  })

  it('say what became of one, and by whom', () => {
    const words = (change: Parameters<typeof makeAsk>[0]) => {
      const { word, by } = decisionOf(makeAsk(change))
      return by === '' ? word : `${word} ${by}`
    }
    expect(words({})).toBe('waits for you')
    expect(words({ state: 'answered', optionId: 'allow', decidedBy: { kind: 'operator' } })).toBe('allowed once by you')
    expect(words({ state: 'answered', optionId: 'allow', decidedBy: { kind: 'project', policy: 'write' } })).toBe('allowed once by the policy of the Project, write')
    expect(words({ state: 'answered', optionId: 'reject', decidedBy: { kind: 'operator' } })).toBe('rejected by you')
    expect(words({ state: 'answered', optionId: 'gone', decidedBy: null })).toBe('answered')
    expect(words({ state: 'withdrawn' })).toBe('taken back its turn did not wait for an answer')
    expect(words({ state: 'void' })).toBe('void Crewdeck ended while it was open')
  })
})
