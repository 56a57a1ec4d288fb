/** The plain way to show a timeline: every turn drawn by react-markdown, all of them in the page. For side-by-side.ts. */
import { useLayoutEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'

export interface PlainTurn {
  readonly number: number
  readonly asked: string
  readonly replied: string
}

declare global {
  interface Window {
    showPlain(turns: readonly PlainTurn[]): void
  }
}

const plugins = [remarkGfm]

function Timeline({ turns }: { turns: readonly PlainTurn[] }) {
  const [isOpen, setOpen] = useState(false)
  const view = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    view.current?.scrollTo({ top: view.current.scrollHeight })
  }, [isOpen])
  return (
    <>
      <button id="open" type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <div className="timeline" ref={view}>
        {isOpen &&
          turns.map(({ number, asked, replied }) => (
            <article key={number} data-turn={number}>
              <h2>Turn {number}</h2>
              <Markdown remarkPlugins={plugins}>{asked}</Markdown>
              <div className="reply">
                <div className="md">
                  <Markdown remarkPlugins={plugins}>{replied}</Markdown>
                </div>
              </div>
            </article>
          ))}
      </div>
    </>
  )
}

window.showPlain = (turns) => createRoot(document.querySelector('main') ?? document.body).render(<Timeline turns={turns} />)
