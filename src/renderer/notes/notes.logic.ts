/**
 * Editing a file that agents edit too. What the operator has typed and what is on disk are both kept until the operator
 * has said what becomes of each: no step here loses a text of either side.
 */
import { applyPatch, structuredPatch } from 'diff'
import type { NoteFile, NoteText } from '../../shared/model'

export interface Editing {
  /** What is in the field. */
  readonly text: string
  /** What was on disk when the operator last looked at it; a save replaces this and nothing else. */
  readonly base: { readonly text: string; readonly version: string | null }
  /** The text that the last choice between two has left out, until it is let go. */
  readonly aside: { readonly whose: 'mine' | 'theirs'; readonly text: string } | null
}

export function startEditing({ text, version }: NoteText): Editing {
  return { text, base: { text, version }, aside: null }
}

/** Whether the field holds something that is not on disk. */
export function isUnsaved(editing: Editing): boolean {
  return editing.text !== editing.base.text
}

/** Whether somebody else has written the file since, so that a choice is needed before a save. */
export function isOverwritten(editing: Editing, disk: NoteText): boolean {
  return editing.base.version !== disk.version
}

/** The file has changed on disk: what was not touched follows it, what was stays until the operator chooses. */
export function meetDisk(editing: Editing, disk: NoteText): Editing {
  if (!isOverwritten(editing, disk)) return editing
  if (!isUnsaved(editing) || editing.text === disk.text) return { ...editing, text: disk.text, base: baseOf(disk) }
  return editing
}

/** The next save will replace what is on disk, which is put aside. */
export function keepMine(editing: Editing, disk: NoteText): Editing {
  return { ...editing, base: baseOf(disk), aside: { whose: 'theirs', text: disk.text } }
}

/** The field takes what is on disk; what was in it is put aside. */
export function takeTheirs(editing: Editing, disk: NoteText): Editing {
  return { text: disk.text, base: baseOf(disk), aside: { whose: 'mine', text: editing.text } }
}

/** The field gets the changes of both. Nothing is written yet. */
export function takeBoth(editing: Editing, disk: NoteText): Editing {
  return { text: mergeTexts(editing.base.text, editing.text, disk.text), base: baseOf(disk), aside: null }
}

/** What was put aside comes back, below what is in the field. */
export function insertAside(editing: Editing): Editing {
  return editing.aside ? { ...editing, text: joinTexts(editing.text, editing.aside.text), aside: null } : editing
}

/** What two windows have written into the same file, as one: the second text below the first where both are unsaved. */
export function joinEdits(first: Editing | undefined, second: Editing): Editing {
  if (!first || !isUnsaved(first)) return second
  if (!isUnsaved(second) || first.text === second.text) return first
  return { ...first, text: joinTexts(first.text, second.text), aside: first.aside ?? second.aside }
}

/** Lines around a change that must be the same in both texts for the change to belong there. */
const CONTEXT = 2

/** The changes from `base` to `theirs` made in `mine`; where they do not fit there, all of theirs below mine. */
export function mergeTexts(base: string, mine: string, theirs: string): string {
  const patch = structuredPatch('notes', 'notes', base, theirs, '', '', { context: CONTEXT })
  const merged = applyPatch(mine, patch)
  return merged === false ? joinTexts(mine, theirs) : merged
}

function joinTexts(above: string, below: string): string {
  if (above.trim() === '') return below
  return below.trim() === '' ? above : `${above.trimEnd()}\n\n---\n\n${below}`
}

function baseOf({ text, version }: NoteText): Editing['base'] {
  return { text, version }
}

/** Whether a text names a task, and not one whose name only begins or ends alike ("PM-1" in "PM-14"). */
export function namesTask(text: string, taskRef: string): boolean {
  const isPart = (character: string | undefined): boolean => character !== undefined && /[\w-]/.test(character)
  for (let at = text.indexOf(taskRef); at >= 0; at = text.indexOf(taskRef, at + 1)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + taskRef.length])) return true
  }
  return false
}

/** The first file that names the task; null when none does. */
export function fileOfTask(notes: Readonly<Record<NoteFile, NoteText>>, taskRef: string): NoteFile | null {
  return (['notes', 'archived', 'context'] as const).find((file) => namesTask(notes[file].text, taskRef)) ?? null
}
