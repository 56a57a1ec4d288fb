/**
 * Colours code apart from the window, one listing after the other. It knows nothing of time: who asks ends it when it
 * takes too long.
 */
import { createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { loadGrammar } from './grammars'
import type { Language } from './languages'
import { classOf, THEME } from './theme'

/** Longer lines are left plain, in characters. */
const LINE_MAX = 5_000

export interface Job {
  readonly id: number
  readonly code: string
  readonly language: Language
}

/** Begin, end and class of each coloured piece, one after the other; see CLASSES. */
export interface Done {
  readonly id: number
  readonly pieces: Uint32Array<ArrayBuffer>
}

let highlighter: Promise<HighlighterCore> | null = null

async function colour({ code, language }: Job): Promise<Uint32Array<ArrayBuffer>> {
  highlighter ??= createHighlighterCore({ themes: [THEME], langs: [], engine: createJavaScriptRegexEngine({ forgiving: true }) })
  const core = await highlighter
  const grammars = await loadGrammar(language)
  await core.loadLanguage(grammars)
  const lang = grammars.at(-1)?.name ?? 'text'
  const lines = core.codeToTokensBase(code, { lang, theme: THEME.name, tokenizeMaxLineLength: LINE_MAX, tokenizeTimeLimit: 0 })
  const pieces: number[] = []
  for (const token of lines.flat()) {
    const found = classOf(token.color)
    if (found === 0 || token.content.trim() === '') continue
    const end = token.offset + token.content.length
    if (pieces.at(-1) === found && pieces.at(-2) === token.offset) pieces[pieces.length - 2] = end
    else pieces.push(token.offset, end, found)
  }
  return new Uint32Array(pieces)
}

function answer(done: Done): void {
  postMessage(done, { transfer: [done.pieces.buffer] })
}

addEventListener('message', ({ data }: MessageEvent<Job>) => {
  colour(data).then(
    (pieces) => answer({ id: data.id, pieces }),
    () => answer({ id: data.id, pieces: new Uint32Array() })
  )
})
