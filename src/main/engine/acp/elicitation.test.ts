import { describe, expect, it } from 'vitest'
import { Elicitation, offerOf } from './elicitation'

const form = (properties: object, required: string[] = [], message = 'How shall it go on?') =>
  offerOf(Elicitation.parse({ sessionId: 's', mode: 'form', message, requestedSchema: { type: 'object', properties, required } }))

/** The labels of each question, and what each puts into the form; `words` where it takes a text. */
const told = (offer: ReturnType<typeof form>) =>
  'declined' in offer
    ? offer.declined
    : offer.questions.map(({ request, read }) => [
        request.title,
        ...request.options.map(({ id, label }) => [label, read({ optionId: id, text: null })]),
        ...(request.words === undefined ? [] : ['words'])
      ])
const OPEN = ['Leave this open', {}]
const NO = ['Decline to answer', 'declined']

describe('a form of an agent', () => {
  it('is one question for each field with choices, in their words', () => {
    const colour = { type: 'string', title: 'Which colour?', oneOf: [{ const: 'r', title: 'Red', description: 'like a tomato' }, { const: 'g', title: 'Green' }] }
    expect(told(form({ colour, sure: { type: 'boolean' } }, ['colour']))).toEqual([
      ['Which colour?', ['Red: like a tomato', { colour: 'r' }], ['Green', { colour: 'g' }], NO],
      ['How shall it go on?', ['Yes', { sure: true }], ['No', { sure: false }], OPEN, NO]
    ])
    expect(told(form({ size: { type: 'string', enum: ['S', 'M'] } }, ['size']))).toEqual([['How shall it go on?', ['S', { size: 'S' }], ['M', { size: 'M' }], NO]])
  })

  it('may take one of many', () => {
    const items = { anyOf: [{ const: 'a', title: 'Ale' }, { const: 'b', title: 'Beer' }] }
    expect(told(form({ drinks: { type: 'array', items } }, ['drinks']))).toEqual([['How shall it go on?', ['Ale', { drinks: ['a'] }], ['Beer', { drinks: ['b'] }], NO]])
    expect(told(form({ drinks: { type: 'array', items, minItems: 2 } }, ['drinks']))).toBe('wants something for "drinks" that cannot be given here')
  })

  it('without a field is a question for a yes', () => {
    expect(told(form({}))).toEqual([['How shall it go on?', ['Yes', {}], NO]])
  })

  it('takes words where there is nothing to choose from, and asks again where they are no number', () => {
    const offer = form({ name: { type: 'string', title: 'Your name' }, age: { type: 'integer' }, weight: { type: 'number' } }, ['name'])
    expect(told(offer)).toEqual([['Your name', NO, 'words'], ['How shall it go on?', OPEN, NO, 'words'], ['How shall it go on?', OPEN, NO, 'words']])
    const read = (index: number, text: string) => ('questions' in offer ? offer.questions[index]?.read({ optionId: null, text }) : null)
    expect(read(0, ' Ada ')).toEqual({ name: ' Ada ' })
    expect([read(1, '37'), read(1, '3.7'), read(1, 'many'), read(2, '-3.7'), read(2, ' ')]).toEqual([{ age: 37 }, 'again', 'again', { weight: -3.7 }, 'again'])
  })

  it('takes a choice or words of one’s own in one question, where the form has both', () => {
    const question_0 = { type: 'string', title: 'Library', oneOf: [{ const: 'zod', title: 'zod' }] }
    const question_0_custom = { type: 'string', title: 'Other' }
    const offer = form({ question_0, question_0_custom })
    expect(told(offer)).toEqual([['How shall it go on?', ['zod', { question_0: 'zod' }], OPEN, NO, 'words']])
    expect('questions' in offer && offer.questions[0]?.request.detail).toBe('Library')
    expect('questions' in offer && offer.questions[0]?.read({ optionId: null, text: 'none of them' })).toEqual({ question_0_custom: 'none of them' })
    expect(told(form({ question_0, question_0_custom }, ['question_0_custom']))).toHaveLength(2)
  })

  it('leaves out what nobody can give, where that may be left out', () => {
    expect(told(form({ choice: { type: 'string', enum: ['x'] }, map: { type: 'object' } }, ['choice']))).toHaveLength(1)
    expect(told(form({ map: { type: 'object' } }))).toBe('wants something that cannot be given here')
  })

  it('leaves other ways of asking alone', () => {
    const asks = (mode: string, url?: string) => told(offerOf(Elicitation.parse({ sessionId: 's', mode, message: 'm', url })))
    expect(asks('url', 'https://x.example/login')).toBe('wants you to open https://x.example/login')
    expect(asks('_telepathy')).toMatch(/does not know/)
  })
})
