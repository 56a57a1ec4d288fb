import { describe, expect, it } from 'vitest'
import { Elicitation, offerOf } from './elicitation'

const form = (properties: object, required: string[] = [], message = 'How shall it go on?') =>
  offerOf(Elicitation.parse({ sessionId: 's', mode: 'form', message, requestedSchema: { type: 'object', properties, required } }))

/** The labels of each question, and what each puts into the form. */
const told = (offer: ReturnType<typeof form>) =>
  'declined' in offer
    ? offer.declined
    : offer.questions.map(({ request, answers }) => [request.title, ...request.options.map(({ id, label }) => [label, answers.get(id)?.value])])

describe('a form of an agent', () => {
  it('is one question for each field with choices, in their words', () => {
    const colour = { type: 'string', title: 'Which colour?', oneOf: [{ const: 'r', title: 'Red', description: 'like a tomato' }, { const: 'g', title: 'Green' }] }
    expect(told(form({ colour, sure: { type: 'boolean' } }, ['colour']))).toEqual([
      ['Which colour?', ['Red: like a tomato', 'r'], ['Green', 'g'], ['Decline to answer', undefined]],
      ['How shall it go on?', ['Yes', true], ['No', false], ['Leave this open', undefined], ['Decline to answer', undefined]]
    ])
    expect(told(form({ size: { type: 'string', enum: ['S', 'M'] } }, ['size']))).toEqual([
      ['How shall it go on?', ['S', 'S'], ['M', 'M'], ['Decline to answer', undefined]]
    ])
  })

  it('may take one of many', () => {
    const items = { anyOf: [{ const: 'a', title: 'Ale' }, { const: 'b', title: 'Beer' }] }
    expect(told(form({ drinks: { type: 'array', items } }, ['drinks']))).toEqual([
      ['How shall it go on?', ['Ale', ['a']], ['Beer', ['b']], ['Decline to answer', undefined]]
    ])
    expect(told(form({ drinks: { type: 'array', items, minItems: 2 } }, ['drinks']))).toMatch(/wants text/)
  })

  it('without a field is a question for a yes', () => {
    expect(told(form({}))).toEqual([['How shall it go on?', ['Yes', undefined], ['Decline to answer', undefined]]])
  })

  it('leaves out what may be left out, and is declined for what may not', () => {
    const choice = { type: 'string', enum: ['x'] }
    expect(told(form({ choice, other: { type: 'string' } }, ['choice']))).toHaveLength(1)
    expect(told(form({ choice, other: { type: 'string', title: 'Your name' } }, ['other']))).toBe('wants text for "Your name", which cannot be given here')
    expect(told(form({ age: { type: 'integer' } }))).toBe('wants text, which cannot be given here')
  })

  it('leaves other ways of asking alone', () => {
    const asks = (mode: string, url?: string) => told(offerOf(Elicitation.parse({ sessionId: 's', mode, message: 'm', url })))
    expect(asks('url', 'https://x.example/login')).toBe('wants you to open https://x.example/login')
    expect(asks('_telepathy')).toMatch(/does not know/)
  })
})
