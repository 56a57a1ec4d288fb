/** The notes of the Project on the screen, as they are on disk, and what the operator is writing into them. */
import { z } from 'zod'
import { create } from 'zustand'
import { NoteFile, type NoteText } from '../../shared/model'
import { client, follow, type RefusalView } from '../connection'
import { ownRecord } from '../connection/own-record'
import { isUnsaved, joinEdits, meetDisk, startEditing, type Editing } from './notes.logic'

export interface Notes {
  readonly sessionId: string | null
  /** Null until the host has said. */
  readonly notes: Readonly<Record<NoteFile, NoteText>> | null
  /** Why there will be no more news: a file that cannot be read, for example. */
  readonly refusal: RefusalView | null
}

/** Fed while a Notes tab is open. */
export const useNotes = create<Notes>(() => ({ sessionId: null, notes: null, refusal: null }))

const Stored = z.object({
  text: z.string(),
  base: z.object({ text: z.string(), version: z.string().nullable() }),
  aside: z.object({ whose: z.enum(['mine', 'theirs']), text: z.string() }).nullable()
})

interface Edits {
  /** What is being edited, by `editKey`. It outlives the tab, the worker and the window. */
  readonly edits: Readonly<Record<string, Editing>>
  /** What was discarded last, so that it can come back. */
  readonly discarded: Readonly<Record<string, Editing>>
}

export const useEdits = create<Edits>(() => ({ edits: {}, discarded: {} }))

/** How long typing must rest before it is stored, in ms. */
const STORE_AFTER_MS = 300
let storing: ReturnType<typeof setTimeout> | undefined

const kept = ownRecord('crewdeck.notes', Stored, (left) => {
  const edits = { ...useEdits.getState().edits }
  for (const [key, editing] of Object.entries(left)) edits[key] = joinEdits(edits[key], editing)
  useEdits.setState({ edits })
  const { sessionId, notes } = useNotes.getState()
  if (sessionId !== null && notes) meetNotes(sessionId, notes)
  store()
})

function store(): void {
  clearTimeout(storing)
  storing = undefined
  kept.write(useEdits.getState().edits)
}

useEdits.subscribe(({ edits }, before) => {
  if (edits === before.edits) return
  clearTimeout(storing)
  storing = setTimeout(store, STORE_AFTER_MS)
})
addEventListener('pagehide', () => {
  if (storing !== undefined) store()
})

export function editKey(sessionId: string, file: NoteFile): string {
  return `${sessionId} ${file}`
}

/** Reads the notes of a Project and all their changes; returns the disposer. */
export function observeNotes(sessionId: string): () => void {
  if (useNotes.getState().sessionId !== sessionId) useNotes.setState({ sessionId, notes: null, refusal: null })
  return follow({
    open: (signal) => client.notes.watch({ sessionId }, { signal }),
    onValue: ({ notes }) => take(sessionId, notes),
    onEnd: (end) => useNotes.setState({ refusal: end.kind === 'refused' ? end.refusal : null })
  })
}

function take(sessionId: string, read: readonly NoteText[]): void {
  const of = (file: NoteFile): NoteText => read.find((note) => note.file === file) ?? { file, text: '', version: null }
  const notes = { notes: of('notes'), archived: of('archived'), context: of('context') }
  useNotes.setState({ sessionId, notes, refusal: null })
  meetNotes(sessionId, notes)
}

function meetNotes(sessionId: string, notes: Readonly<Record<NoteFile, NoteText>>): void {
  for (const file of NoteFile.options) {
    const editing = useEdits.getState().edits[editKey(sessionId, file)]
    if (editing) putEdit(sessionId, file, meetDisk(editing, notes[file]))
  }
}

/** Begins to edit what is on disk now, or goes on with `editing`. */
export function beginEdit(sessionId: string, note: NoteText, editing: Editing = startEditing(note)): void {
  putEdit(sessionId, note.file, meetDisk(editing, note))
  dropDiscarded(sessionId, note.file)
}

export function putEdit(sessionId: string, file: NoteFile, editing: Editing): void {
  useEdits.setState(({ edits }) => ({ edits: { ...edits, [editKey(sessionId, file)]: editing } }))
}

/** Ends the edit. What was not saved can be brought back until another edit of the file begins. */
export function endEdit(sessionId: string, file: NoteFile): void {
  const key = editKey(sessionId, file)
  const { [key]: ended, ...edits } = useEdits.getState().edits
  useEdits.setState(({ discarded }) => ({
    edits,
    discarded: ended && isUnsaved(ended) ? { ...discarded, [key]: ended } : discarded
  }))
}

export function dropDiscarded(sessionId: string, file: NoteFile): void {
  useEdits.setState(({ discarded }) => {
    const { [editKey(sessionId, file)]: _, ...rest } = discarded
    return { discarded: rest }
  })
}

/** Writes what is in the field, if the disk still holds what it was made from. Rejects like any call. */
export async function saveEdit(sessionId: string, file: NoteFile): Promise<void> {
  const key = editKey(sessionId, file)
  const editing = useEdits.getState().edits[key]
  if (!editing) return
  const saved = await client.notes.save({ sessionId, file, base: editing.base.version, text: editing.text })
  useNotes.setState((state) => (state.sessionId === sessionId && state.notes ? { notes: { ...state.notes, [file]: saved } } : {}))
  const { [key]: now, ...edits } = useEdits.getState().edits
  // It was ended meanwhile.
  if (!now) return
  // What was typed while the host wrote goes on from what it has written.
  if (now.text !== editing.text) putEdit(sessionId, file, { ...now, base: { text: saved.text, version: saved.version } })
  else if (editing.aside) putEdit(sessionId, file, { ...startEditing(saved), aside: editing.aside })
  else useEdits.setState({ edits })
}
