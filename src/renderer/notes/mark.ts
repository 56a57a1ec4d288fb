/** Marks the line of a task in notes that are drawn as Markdown. */
import { namesTask } from './notes.logic'

/** What counts as one line of a drawn text. */
const LINES = 'li, p, h3, h4, h5, h6, tr, pre'

/**
 * Marks the first line below `root` that names the task, the innermost where lines hold lines, and brings it into view.
 * Returns what takes the mark away.
 */
export function markTask(root: HTMLElement, taskRef: string): () => void {
  const lines = [...root.querySelectorAll<HTMLElement>(LINES)]
  const first = lines.find((line) => namesTask(line.textContent, taskRef))
  const line = first && innermost(first, taskRef)
  if (!line) return () => {}
  line.dataset['task'] = ''
  line.scrollIntoView({ block: 'center' })
  return () => delete line.dataset['task']
}

function innermost(line: HTMLElement, taskRef: string): HTMLElement {
  const inner = [...line.querySelectorAll<HTMLElement>(LINES)].find((part) => namesTask(part.textContent, taskRef))
  return inner ? innermost(inner, taskRef) : line
}
