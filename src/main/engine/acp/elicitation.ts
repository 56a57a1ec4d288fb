/**
 * What an agent asks its user by a form, as questions one after the other: to choose from, or to answer in words. A form
 * that cannot be answered so is declined, and said.
 */
import type { CreateElicitationResponse } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import type { AskAnswer, AskOption, AskRequest } from '../engine'
import { oneLine } from '../pi/child/texts.logic'

const text = z.string()
const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)
const Titled = z.object({ const: text, title: maybe(text), description: maybe(text) })

const Property = z.object({
  type: text,
  title: maybe(text),
  description: maybe(text),
  enum: maybe(z.array(text)),
  oneOf: maybe(z.array(Titled)),
  items: maybe(z.object({ enum: maybe(z.array(text)), anyOf: maybe(z.array(Titled)) })),
  minItems: maybe(z.number())
})
type Property = z.infer<typeof Property>

export const Elicitation = z.object({
  sessionId: text,
  mode: text,
  message: text.catch(''),
  url: maybe(text),
  requestedSchema: maybe(z.object({ properties: maybe(z.record(text, Property)), required: maybe(z.array(text)) }))
})
export type Elicitation = z.infer<typeof Elicitation>

type Value = string | number | boolean | string[]

/** What one answer comes to: what it puts into the form, nothing for a field left open, or an end to the asking. */
export type Filled = Readonly<Record<string, Value>> | 'declined' | 'again'

export interface Question {
  readonly request: AskRequest
  /** `again`: words that do not fit the field, such as letters for a number. */
  read(answer: AskAnswer): Filled
}

/** The questions of a form; else why it cannot be asked, as the end of a sentence. */
export type Offer = { readonly questions: readonly Question[] } | { readonly declined: string }

/** Turns the whole form down. */
const DECLINE: AskOption = { id: 'decline', label: 'Decline to answer', kind: 'reject-once' }
const SKIP: AskOption = { id: 'skip', label: 'Leave this open', kind: 'other' }
const ACCEPT: AskOption = { id: 'accept', label: 'Yes', kind: 'other' }

export function offerOf(asked: Elicitation): Offer {
  if (asked.mode === 'url') return { declined: `wants you to open ${asked.url ?? 'an address that it did not name'}` }
  if (asked.mode !== 'form') return { declined: 'asks in a way that Crewdeck does not know' }
  const required = new Set(asked.requestedSchema?.required ?? [])
  const fields = Object.entries(asked.requestedSchema?.properties ?? {}).map(([name, property]) => ({ name, property, isRequired: required.has(name), choices: choicesOf(property) }))
  const impossible = fields.find(({ property, choices, isRequired }) => isRequired && choices === null && !takesWords(property))
  if (impossible) return { declined: `wants something for "${oneLine(impossible.property.title ?? impossible.name, 60)}" that cannot be given here` }
  if (fields.length === 0) return { questions: [{ request: requestOf(asked.message, '', [ACCEPT, DECLINE]), read: (answer) => (answer.optionId === ACCEPT.id ? {} : 'declined') }] }
  // "question_custom" beside "question": its own words instead of a choice, which is one question and not two.
  const beside = ({ name, isRequired, choices, property }: Field) =>
    isRequired || choices !== null || property.type !== 'string' ? undefined : fields.find((other) => !other.isRequired && other.choices !== null && name.startsWith(`${other.name}_`))
  const possible = fields.filter((field) => (field.choices !== null || takesWords(field.property)) && !beside(field))
  return possible.length === 0 ? { declined: 'wants something that cannot be given here' } : { questions: possible.map((field) => questionOf(asked.message, field, fields.find((other) => beside(other) === field) ?? null, possible.length === 1)) }
}

/** Asks one question after the other; the form goes back when all are answered. */
export async function fillForm(
  questions: readonly Question[],
  ask: (request: AskRequest) => Promise<AskAnswer | null>
): Promise<CreateElicitationResponse> {
  const content: Record<string, Value> = {}
  for (const { request, read } of questions) {
    let filled: Filled = 'again'
    while (filled === 'again') {
      const answer = await ask(request)
      if (answer === null) return { action: 'cancel' }
      filled = read(answer)
    }
    if (filled === 'declined') return { action: 'decline' }
    Object.assign(content, filled)
  }
  return { action: 'accept', content }
}

interface Field {
  readonly name: string
  readonly property: Property
  readonly isRequired: boolean
  /** Null where anything may be entered. */
  readonly choices: readonly Choice[] | null
}

interface Choice {
  readonly label: string
  readonly value: Value
}

const takesWords = ({ type }: Property): boolean => type === 'string' || type === 'number' || type === 'integer'

function choicesOf({ type, oneOf, enum: values, items, minItems }: Property): Choice[] | null {
  if (type === 'boolean') return [{ label: 'Yes', value: true }, { label: 'No', value: false }]
  const found = type === 'string' ? (titled(oneOf) ?? plain(values)) : type === 'array' ? (titled(items?.anyOf) ?? plain(items?.enum)) : null
  if (!found || found.length === 0) return null
  if (type === 'string') return found
  // Of many, one can be chosen here.
  return (minItems ?? 0) <= 1 ? found.map(({ label, value }) => ({ label, value: [value] })) : null
}

type Text = { label: string; value: string }

const plain = (values: readonly string[] | null | undefined): Text[] | null => values?.map((value) => ({ label: value, value })) ?? null

const titled = (options: readonly z.infer<typeof Titled>[] | null | undefined): Text[] | null =>
  options?.map(({ const: value, title, description }) => ({ label: [title ?? value, description].filter(Boolean).join(': '), value })) ?? null

/**
 * @param own the field that takes words of the user's own instead of a choice
 * @param isOnly whether the form has no other question
 */
function questionOf(message: string, { name, property, isRequired, choices }: Field, own: Field | null, isOnly: boolean): Question {
  const takes = choices === null ? { name, property } : own
  const offered = (choices ?? []).map(({ label, value }, index) => ({ id: `choice-${index}`, label, value }))
  // Whoever has choices asks; its title is then no more than a heading.
  const question = choices === null ? null : (property.description ?? (isOnly ? message : null))
  const title = question || property.title || message || name
  const about = [property.title, isOnly || choices === null ? message : null, property.description]
    .filter((line) => line && line !== title)
    .join('\n')
  const options = [...offered.map(({ id, label }) => ({ id, label, kind: 'other' as const })), ...(isRequired ? [] : [SKIP]), DECLINE]
  return {
    request: { ...requestOf(title, about, options), ...(takes && { words: 'answer' as const }) },
    read({ optionId, text: words }) {
      if (optionId === SKIP.id) return {}
      const chosen = offered.find(({ id }) => id === optionId)
      if (chosen) return { [name]: chosen.value }
      if (optionId !== null || words === null || !takes) return 'declined'
      const { type } = takes.property
      const value = type === 'string' ? words : numberOf(words, type === 'integer')
      return value === null ? 'again' : { [takes.name]: value }
    }
  }
}

function numberOf(words: string, whole: boolean): number | null {
  const value = words.trim() === '' ? NaN : Number(words.trim())
  return Number.isFinite(value) && (!whole || Number.isInteger(value)) ? value : null
}

function requestOf(title: string, detail: string, options: readonly AskOption[]): AskRequest {
  return { kind: 'question', title: oneLine(title || 'A question', 300), detail, tool: null, act: 'other', paths: [], options }
}
