/**
 * What an agent asks its user by a form, as questions with answers to choose from: one for each field that has choices.
 * A form that cannot be answered so is declined, and said.
 */
import { z } from 'zod'
import type { AskOption, AskRequest } from '../engine'
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

type Value = string | boolean | string[]

/** One question, and what each of its answers puts into the form: nothing for one that leaves the field out. */
export interface Question {
  readonly request: AskRequest
  readonly answers: ReadonlyMap<string, { readonly field: string; readonly value: Value } | null>
}

/** The questions of a form; else why it cannot be asked, as the end of a sentence. */
export type Offer = { readonly questions: readonly Question[] } | { readonly declined: string }

/** The option that turns the whole form down. */
export const DECLINE: AskOption = { id: 'decline', label: 'Decline to answer', kind: 'reject-once' }
const SKIP: AskOption = { id: 'skip', label: 'Leave this open', kind: 'other' }
const ACCEPT: AskOption = { id: 'accept', label: 'Yes', kind: 'other' }

export function offerOf(asked: Elicitation): Offer {
  if (asked.mode === 'url') return { declined: `wants you to open ${asked.url ?? 'an address that it did not name'}` }
  if (asked.mode !== 'form') return { declined: 'asks in a way that Crewdeck does not know' }
  const properties = Object.entries(asked.requestedSchema?.properties ?? {})
  const required = new Set(asked.requestedSchema?.required ?? [])
  const questions: Question[] = []
  for (const [field, property] of properties) {
    const choices = choicesOf(property)
    if (choices) questions.push(questionOf(asked.message, field, property, choices, required.has(field)))
    else if (required.has(field)) return { declined: `wants text for "${oneLine(property.title ?? field, 60)}", which cannot be given here` }
  }
  if (properties.length === 0) return { questions: [{ request: requestOf(asked.message, '', [ACCEPT, DECLINE]), answers: new Map([[ACCEPT.id, null]]) }] }
  return questions.length === 0 ? { declined: 'wants text, which cannot be given here' } : { questions }
}

interface Choice {
  readonly label: string
  readonly value: Value
}

/** Null where anything may be entered. */
function choicesOf({ type, oneOf, enum: values, items, minItems }: Property): Choice[] | null {
  switch (type) {
    case 'boolean':
      return [{ label: 'Yes', value: true }, { label: 'No', value: false }]
    case 'string': {
      const found = titled(oneOf) ?? plain(values)
      return found && found.length > 0 ? found : null
    }
    case 'array': {
      const found = titled(items?.anyOf) ?? plain(items?.enum)
      // One of them can be chosen here.
      return found && found.length > 0 && (minItems ?? 0) <= 1 ? found.map(({ label, value }) => ({ label, value: [String(value)] })) : null
    }
    default:
      return null
  }
}

const plain = (values: readonly string[] | null | undefined): Choice[] | null => values?.map((value) => ({ label: value, value })) ?? null

const titled = (options: readonly z.infer<typeof Titled>[] | null | undefined): Choice[] | null =>
  options?.map(({ const: value, title, description }) => ({ label: [title ?? value, description].filter(Boolean).join(': '), value })) ?? null

function questionOf(message: string, field: string, property: Property, choices: readonly Choice[], isRequired: boolean): Question {
  const offered = choices.map((choice, index) => ({ id: `choice-${index}`, label: choice.label, kind: 'other' as const, value: choice.value }))
  const title = property.title ?? ''
  const about = [title === '' ? '' : message, property.description ?? ''].filter((line) => line !== '')
  const options = [...offered.map(({ id, label, kind }) => ({ id, label, kind })), ...(isRequired ? [] : [SKIP]), DECLINE]
  return {
    request: requestOf(title || message || field, about.join('\n'), options),
    answers: new Map([...offered.map(({ id, value }) => [id, { field, value }] as const), [SKIP.id, null]])
  }
}

function requestOf(title: string, detail: string, options: readonly AskOption[]): AskRequest {
  return { kind: 'question', title: oneLine(title || 'A question', 300), detail, tool: null, act: 'other', paths: [], options }
}
