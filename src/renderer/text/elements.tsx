/** The elements of a text that do something of their own; shape.ts says which tag is which. */
import { createContext, useContext, type ComponentProps, type ReactNode } from 'react'
import { useWords } from '../words'
import { useFile } from './files'
import { hostOf, linkOf } from './links.logic'
import { runsOf } from './visible.logic'
import { words } from './words'

/** Makes the ids of a text unlike those of every other one on the page. */
export const TextId = createContext('')

/** Attributes that shape.ts gives. */
interface Data {
  'data-note'?: string
  'data-path'?: string
  'data-to'?: string
  'data-at'?: string
  'data-back'?: boolean
}

/** A word of code; one that names a file of this worker's leads to it. */
export function CodeWord({ children }: ComponentProps<'code'>) {
  const text = textIn(children)
  const file = useFile(text)
  const { openFile } = useWords(words)
  const code = (
    <code dir="ltr">
      <Seen text={text} />
    </code>
  )
  if (!file) return code
  return (
    <button type="button" className="file-word" title={openFile(file.path)} onClick={file.show}>
      {code}
    </button>
  )
}

/** A link that leads to no address: to a file that can be shown, or nowhere. */
export function PathLink({ children, 'data-path': path = '' }: ComponentProps<'cite'> & Data) {
  const file = useFile(path)
  const { openFile } = useWords(words)
  if (!file) {
    return (
      <span title={path} data-path={path}>
        {children}
      </span>
    )
  }
  return (
    <button type="button" className="link" title={openFile(file.path)} data-path={path} onClick={file.show}>
      {children}
    </button>
  )
}

/** Nothing is fetched: a picture is the words that stand for it, and leads to where it would come from. */
export function Picture({ src = '', alt = '' }: ComponentProps<'img'>) {
  const t = useWords(words)
  const address = typeof src === 'string' ? src : ''
  const file = useFile(address)
  const link = linkOf(address)
  const about = t.image(alt.trim() || t.noDescription)
  // What it was, for whoever copies it.
  const source = { 'data-alt': alt, 'data-path': address }
  if (file) {
    return (
      <button type="button" className="link picture" title={t.openFile(file.path)} {...source} onClick={file.show}>
        {about}
      </button>
    )
  }
  if (link.kind === 'open') {
    return (
      <a className="link picture" href={link.url} rel="noreferrer" title={t.openImage(link.host)} {...source}>
        {about} ({link.host})
      </a>
    )
  }
  const host = hostOf(address)
  return (
    <span className="picture" {...source}>
      {about}
      {host !== '' && ` (${host})`}
    </span>
  )
}

export function TaskBox({ checked }: ComponentProps<'input'>) {
  const { done, toDo } = useWords(words)
  return <span className={checked ? 'task is-done' : 'task is-open'} role="img" aria-label={checked ? done : toDo} />
}

/** The way from a text to its footnote or back, or the place that such a way leads to. */
export function NoteWay({ children, ...data }: ComponentProps<'dfn'> & Data) {
  const text = useContext(TextId)
  const t = useWords(words)
  const { 'data-to': to, 'data-at': at } = data
  const id = at === undefined ? undefined : `${text}${at}`
  if (to === undefined) return <span id={id} tabIndex={-1} />
  return (
    <button
      type="button"
      id={id}
      className="note-way"
      aria-label={data['data-back'] ? t.backTo : t.footnote(textIn(children))}
      onClick={() => goTo(`${text}${to}`)}
    >
      {children}
    </button>
  )
}

function goTo(id: string): void {
  const place = document.getElementById(id)
  place?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'nearest' })
}

export function NoteList({ children }: ComponentProps<'section'>) {
  const { footnotes } = useWords(words)
  return (
    <section className="footnotes" aria-label={footnotes}>
      {children}
    </section>
  )
}

/** Stands for characters that would not be seen. */
export function Unseen({ 'data-note': note = '' }: ComponentProps<'mark'> & Data) {
  const { unseen, moreMarks } = useWords(words)
  const title = Object.entries(unseen).find(([name]) => name === note)?.[1] ?? moreMarks(note.slice(1))
  return (
    <mark className="unseen" title={title} dir="ltr">
      {note}
    </mark>
  )
}

/** A text with a note for all that would not be seen. */
function Seen({ text }: { text: string }) {
  // oxlint-disable-next-line react/no-array-index-key -- runs have nothing else that tells them apart
  return runsOf(text).map((run, index) => (run.note === null ? run.text : <Unseen key={index} data-note={run.note} />))
}

export function textIn(children: ReactNode): string {
  return typeof children === 'string' ? children : Array.isArray(children) ? children.map(textIn).join('') : ''
}
