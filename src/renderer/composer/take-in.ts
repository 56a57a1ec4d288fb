/** What becomes of files that are given to the composer: a path in the text where one is known, else an attachment. */
import { attachFiles } from './attachments'
import type { Address } from './outbox'
import { referenceTo, type Place } from './references.logic'
import { fileWords } from './words'

export interface TakenIn {
  /** To be put into the text. */
  readonly references: readonly string[]
  /** Why some were not taken, in sentences. */
  readonly problems: readonly string[]
}

/** Files as they are dropped, chosen or pasted. Only the desktop knows where they lie. */
export function takeIn(address: Address, files: readonly File[], place: Place | null, folders: ReadonlySet<File> = new Set()): TakenIn {
  const references: string[] = []
  const problems: string[] = []
  const contents: File[] = []
  for (const file of files) {
    const path = place === null ? '' : (window.crewdeck?.pathOf(file) ?? '')
    if (path !== '' && place !== null) references.push(referenceTo(path, place))
    else if (folders.has(file)) problems.push(fileWords().folderHere(file.name))
    else contents.push(file)
  }
  return { references, problems: [...problems, ...attachFiles(address, contents)] }
}

/** The files of a drop, and which of them are folders. */
export function filesOf(transfer: DataTransfer): { files: File[]; folders: Set<File> } {
  const files: File[] = []
  const folders = new Set<File>()
  for (const item of transfer.items) {
    const file = item.kind === 'file' ? item.getAsFile() : null
    if (!file) continue
    files.push(file)
    if (item.webkitGetAsEntry()?.isDirectory) folders.add(file)
  }
  return { files, folders }
}

/** Puts text where the caret is, as typing would: the field can undo it. */
export function insertAtCaret(field: HTMLTextAreaElement, text: string): void {
  field.focus()
  const before = field.value.slice(0, field.selectionStart)
  const after = field.value.slice(field.selectionEnd)
  const spaced = `${before === '' || /\s$/.test(before) ? '' : ' '}${text}${/^\s/.test(after) ? '' : ' '}`
  // The only way that keeps the field's own undo.
  document.execCommand('insertText', false, spaced)
}
