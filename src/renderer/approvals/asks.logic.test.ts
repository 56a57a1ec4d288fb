import { describe, expect, it } from 'vitest'
import { decisionOf, diffLines, hasDetail, keysOf, labelOf, newsOf, optionOf, otherPaths, refusalOf } from './asks.logic'
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
    expect(words({ state: 'answered', optionId: 'allow', decidedBy: { kind: 'project', policy: 'write' } })).toBe('allowed once by the Project’s policy (Write in the folder)')
    expect(words({ state: 'answered', optionId: 'reject', decidedBy: { kind: 'operator' } })).toBe('rejected by you')
    expect(words({ state: 'answered', optionId: 'gone', decidedBy: null })).toBe('answered')
    expect(words({ state: 'withdrawn' })).toBe('taken back its turn did not wait for an answer')
    expect(words({ state: 'void' })).toBe('void Crewdeck ended while it was open')
  })

  it('of ours say what they mean, those of the agent what it wrote', () => {
    expect(labelOf({ id: 'x', label: 'Always allow', kind: 'allow-always', ours: true }, 'bash')).toBe('Always allow bash')
    expect(labelOf({ id: 'x', label: 'Do it', kind: 'allow-always' }, 'bash')).toBe('Do it')
  })

  it('know which option a refusal with a reason chooses', () => {
    const { request } = makeAsk({ request: { words: 'reason', options: options('allow-once', 'reject-always', 'reject-once') } })
    expect(refusalOf(request)?.id).toBe('o2')
    expect(refusalOf({ ...request, words: 'answer' })).toBeNull()
    expect(refusalOf({ ...request, options: options('allow-once') })).toBeNull()
  })
})

describe('what would be written', () => {
  const changes = [{ path: 'src/a.txt', diff: ' same\n-old\n+new\n@@\n+', isCut: false }]

  it('is read line by line', () => {
    expect(diffLines(changes[0]?.diff ?? '').map(({ kind, text }) => `${kind}:${text}`)).toEqual(['same:same', 'removed:old', 'added:new', 'gap:⋯', 'added:'])
    expect(diffLines('')).toEqual([])
  })

  it('names its file once', () => {
    const { request } = makeAsk({ request: { detail: '/home/me/src/a.txt', paths: ['/home/me/src/a.txt', '/tmp/b.txt'], changes } })
    expect(hasDetail(request)).toBe(false)
    expect(otherPaths(request)).toEqual(['/tmp/b.txt'])
    expect(hasDetail({ ...request, detail: 'rm -r build' })).toBe(true)
    expect(hasDetail({ ...request, changes: [] })).toBe(true)
  })
})
