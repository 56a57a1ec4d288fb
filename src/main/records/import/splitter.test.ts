import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DocumentSplitter } from './document-splitter'
import { LineSplitter, PIECE_MAX, type Piece, type Splitter } from './splitter'

interface Told {
  readonly text: string | null
  readonly offset: number
  readonly length: number
  readonly line: number
}

/** Pushes the bytes in chunks of these lengths, in memory that is used again each time. */
function split(splitter: Splitter, bytes: Buffer, lengths: readonly number[]): Told[] {
  const told: Told[] = []
  const memory = Buffer.alloc(bytes.length)
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = Math.min(lengths[i] ?? bytes.length, bytes.length - at)
    bytes.copy(memory, 0, at, at + length)
    splitter.push(memory.subarray(0, length), (piece) => told.push(toldOf(piece)))
    memory.fill(0x23)
    at += length
  }
  return told
}

const toldOf = ({ bytes, start, offset, length, line }: Piece): Told => ({ text: bytes?.toString('utf8', start, start + length) ?? null, offset, length, line })
const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 80 })

describe('LineSplitter', () => {
  it('tells every line with its place, however the bytes come', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'ü', '🎉', ' ', '\t', '\r', '"') }), { maxLength: 12 }), fc.boolean(), lengths, (texts, isClosed, cuts) => {
        const whole = texts.join('\n') + (isClosed && texts.length > 0 ? '\n' : '')
        const bytes = Buffer.from(whole)
        const splitter = new LineSplitter()
        const told = split(splitter, bytes, cuts)
        const all = whole.split('\n')
        const rest = all.pop() ?? ''
        expect(told.map(({ text, line }) => ({ text, line }))).toEqual(all.map((text, i) => ({ text, line: i + 1 })).filter(({ text }) => !/^[ \t\r]*$/.test(text)))
        for (const { text, offset, length } of told) expect(bytes.toString('utf8', offset, offset + length)).toBe(text)
        expect(splitter.rest()?.bytes?.toString() ?? '').toBe(rest)
        expect(splitter.restart).toBe(bytes.length - Buffer.byteLength(rest))
      })
    )
  })

  it('does not hold a line that is too long, and goes on after it', () => {
    const splitter = new LineSplitter()
    const told: Told[] = []
    const tell = (piece: Piece) => void told.push(toldOf(piece))
    splitter.push(Buffer.from('1\n'), tell)
    const filler = Buffer.alloc(1024 * 1024, 'x')
    for (let sent = 0; sent <= PIECE_MAX; sent += filler.length) splitter.push(filler, tell)
    expect(splitter.rest()).toBeNull()
    splitter.push(Buffer.from('\n2\n'), tell)
    expect(told.map(({ text, line }) => [text, line])).toEqual([['1', 1], [null, 2], ['2', 3]])
    expect(told[2]?.offset).toBe(2 + PIECE_MAX + filler.length + 1)
  })
})

describe('DocumentSplitter', () => {
  const words = fc.string({ unit: fc.constantFrom('a', '"', '\\', ',', '[', ']', '{', '}', ':', '\n', '🎉') })
  const value = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof({ depthSize: 'small' }, words, fc.integer(), fc.boolean(), fc.constant(null), fc.array(tie('any'), { maxLength: 3 }), fc.dictionary(words, tie('any'), { maxKeys: 3 }))
  })).any

  it('tells the members of a document and the elements of its messages, however the bytes come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(words.filter((key) => key !== 'messages'), value), { maxLength: 4 }), fc.array(value, { maxLength: 4 }), fc.nat({ max: 4 }), fc.constantFrom(undefined, 2), lengths,
        (members, messages, place, indent, cuts) => {
          const pairs: [string, unknown][] = [...members.slice(0, place), ['messages', messages], ...members.slice(place)]
          const document = `{${pairs.map(([key, of]) => `${JSON.stringify(key)}:${JSON.stringify(of, null, indent)}`).join(',')}}`
          const bytes = Buffer.from(document)
          const splitter = new DocumentSplitter()
          const told = split(splitter, bytes, cuts)
          const expected = pairs.flatMap(([key, of]): unknown[] => (key === 'messages' ? messages : [{ [key]: of }]))
          expect(told).toHaveLength(expected.length)
          told.forEach(({ text, offset, length }, i) => {
            expect(bytes.toString('utf8', offset, offset + length)).toBe(text)
            const isMessage = i >= Math.min(place, members.length) && i < Math.min(place, members.length) + messages.length
            expect(JSON.parse(isMessage ? (text ?? '') : `{${text}}`)).toEqual(expected[i])
          })
          expect(splitter.whole).toBe(true)
        }
      )
    )
  })

  it.each(['', '{', '{"a":1', '{"messages":[{"id":1}', '{"a":1} {"b":2}', 'words'])('knows that %j is not whole', (text) => {
    const splitter = new DocumentSplitter()
    split(splitter, Buffer.from(text), [])
    expect(splitter.whole).toBe(false)
  })
})
