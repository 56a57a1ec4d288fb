/** Pending messages that the operator is changing. What was typed outlives the row, the worker on the screen and the window. */
import { z } from 'zod'
import { create } from 'zustand'
import { ownRecord } from '../connection/own-record'
import { joinTexts } from './pending.logic'
import { without } from './without'

const Edit = z.object({
  workerId: z.string(),
  text: z.string(),
  /** The text as it was, and its revision: what is saved replaces this and nothing else. */
  before: z.string(),
  base: z.number(),
  /** Whether the field is open. */
  open: z.boolean()
})
export type Edit = z.infer<typeof Edit>

/** By message. */
export const useEdits = create<{ readonly edits: Readonly<Record<string, Edit>> }>(() => ({ edits: {} }))

export function putEdit(messageId: string, edit: Edit): void {
  useEdits.setState(({ edits }) => ({ edits: { ...edits, [messageId]: edit } }))
}

export function changeEdit(messageId: string, patch: Partial<Edit>): void {
  const edit = useEdits.getState().edits[messageId]
  if (edit) putEdit(messageId, { ...edit, ...patch })
}

export function dropEdit(messageId: string): void {
  useEdits.setState(({ edits }) => ({ edits: without(edits, messageId) }))
}

/** How long typing must rest before it is stored, in ms. */
const STORE_AFTER_MS = 150
let storing: ReturnType<typeof setTimeout> | undefined

const kept = ownRecord('crewdeck.pending-edits', Edit, (left) => {
  for (const [messageId, edit] of Object.entries(left)) {
    const own = useEdits.getState().edits[messageId]
    const isBoth = own !== undefined && own.text !== own.before && own.text !== edit.text
    putEdit(messageId, isBoth ? { ...own, text: joinTexts([edit.text, own.text]) } : edit)
  }
  store()
})

function store(): void {
  clearTimeout(storing)
  storing = undefined
  const changed = Object.entries(useEdits.getState().edits).filter(([, edit]) => edit.text !== edit.before)
  kept.write(Object.fromEntries(changed))
}

useEdits.subscribe(() => {
  storing ??= setTimeout(store, STORE_AFTER_MS)
})
window.addEventListener('pagehide', store)
