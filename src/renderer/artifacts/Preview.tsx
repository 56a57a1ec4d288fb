import { useMemo, useRef, useState } from 'react'
import { assertNever } from '../../shared/errors'
import type { FileContent } from '../../shared/artifacts'
import { client } from '../connection'
import { languageOfFile } from '../text/code/languages'
import { useColours } from '../text/code/use-colours'
import { Markdown } from '../text/Markdown'
import { Picture } from '../text/Picture'
import { visible } from '../text/visible.logic'
import type { FileRef } from '../timeline/open-artifact'
import { formatBytes, Segments } from '../ui'
import { useWords } from '../words'
import { formOf } from './states.logic'
import { Table } from './Table'
import { useReading } from './use-reading'
import { words } from './words'
import './preview.css'

interface PreviewProps {
  fileRef: FileRef
  path: string
  turn: number
  /** As the turn left it, and not as it is now. */
  isLeft: boolean
  isThere: boolean
  /** Changes whenever what is shown may have. */
  stamp: string
}

/** What a file holds: as text, drawn where it is Markdown or a table, or as a picture. */
export function Preview({ fileRef, path, turn, isLeft, isThere, stamp }: PreviewProps) {
  const t = useWords(words)
  const reading = useReading<FileContent | null>(`${isLeft} ${stamp}`, async () => {
    if (!isLeft) return client.artifacts.read(fileRef)
    const { text } = await client.artifacts.left(fileRef)
    return text === null ? null : { path, bytes: text.length, content: { kind: 'text', text, isCut: false } }
  })
  if (reading.kind === 'reading') return <p className="file-note is-late">{t.reading}</p>
  if (reading.kind === 'failed') {
    return (
      <div className="file-note">
        <p>{`${reading.refusal.message} ${reading.refusal.remedy}`}</p>
        {!isThere && !isLeft && <p>{t.leftNotKept}</p>}
      </div>
    )
  }
  if (reading.value === null) return <p className="file-note">{t.leftNotKept}</p>
  const { bytes, content } = reading.value
  switch (content.kind) {
    case 'text':
      return <TextFile path={path} text={content.text} cutOf={content.isCut ? bytes : null} note={isLeft ? t.ofTurn(turn) : null} />
    case 'image':
      return <PictureFile path={path} bytes={bytes} {...content} />
    case 'none':
      return <p className="file-note">{content.why === 'not-text' ? t.notText(formatBytes(bytes)) : t.tooLarge(formatBytes(bytes))}</p>
    default:
      return assertNever(content)
  }
}

interface TextFileProps {
  path: string
  text: string
  /** Of how many bytes it is the beginning; null for all of it. */
  cutOf: number | null
  note: string | null
}

function TextFile({ path, text, cutOf, note }: TextFileProps) {
  const t = useWords(words)
  const form = formOf(path)
  const [isSource, setSource] = useState(false)
  if (text === '') return <p className="file-note">{t.emptyFile}</p>
  return (
    <div className="file-body scrolls" tabIndex={0} role="region" aria-label={note === null ? t.now : t.left}>
      {(form !== null || cutOf !== null || note !== null) && (
        <div className="preview-line">
          {form !== null && (
            <Segments
              label={t.form}
              value={isSource ? 'source' : 'drawn'}
              options={[
                { value: 'drawn', label: t.asDrawn },
                { value: 'source', label: t.asSource }
              ]}
              onChoose={(value) => setSource(value === 'source')}
            />
          )}
          {note !== null && <span>{note}</span>}
          {cutOf !== null && <span>{t.cut(formatBytes(text.length), formatBytes(cutOf))}</span>}
        </div>
      )}
      {isSource || form === null ? (
        <Source path={path} text={text} />
      ) : form === 'table' ? (
        <Table path={path} text={text} isCut={cutOf !== null} />
      ) : (
        <div className="preview-drawn">
          <Markdown text={text} noun="file" />
        </div>
      )}
    </div>
  )
}

/** The text as it is, with the numbers of its lines beside it. */
function Source({ path, text }: { path: string; text: string }) {
  const place = useRef<HTMLElement>(null)
  const shown = useMemo(() => visible(text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '')), [text])
  const numbers = useMemo(() => Array.from({ length: shown.split('\n').length }, (_, index) => index + 1).join('\n'), [shown])
  useColours(place, shown, languageOfFile(path))
  return (
    <div className="preview-source" dir="ltr">
      <pre className="preview-numbers" aria-hidden="true">
        {numbers}
      </pre>
      <pre>
        <code ref={place}>{shown}</code>
      </pre>
    </div>
  )
}

interface PictureProps {
  path: string
  bytes: number
  type: string
  width: number | null
  height: number | null
  /** In base64. */
  data: string
}

function PictureFile({ path, bytes, type, width, height, data }: PictureProps) {
  const t = useWords(words)
  return (
    <div className="file-body scrolls" tabIndex={0} role="region" aria-label={t.now}>
      <div className="preview-line">
        {width !== null && height !== null && <span>{t.pixels(width, height)}</span>}
        <span>{formatBytes(bytes)}</span>
      </div>
      <Picture type={type} data={data} name={path} broken={<p className="file-note">{t.brokenImage}</p>} />
    </div>
  )
}
