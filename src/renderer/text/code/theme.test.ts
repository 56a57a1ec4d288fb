/** Through the real highlighter, as the worker does it. */
import { createHighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { describe, expect, it } from 'vitest'
import { loadGrammar } from './grammars'
import { languageOf, languageOfFile, LANGUAGES } from './languages'
import { CLASSES, classOf, THEME } from './theme'

const highlighter = createHighlighterCore({ themes: [THEME], langs: [], engine: createJavaScriptRegexEngine({ forgiving: true }) })

/** The words of a code that have a class. */
async function classed(language: (typeof LANGUAGES)[number], code: string): Promise<Record<string, string>> {
  const core = await highlighter
  const grammars = await loadGrammar(language)
  await core.loadLanguage(grammars)
  const lines = core.codeToTokensBase(code, { lang: grammars.at(-1)?.name ?? '', theme: THEME.name })
  return Object.fromEntries(
    lines.flat().flatMap(({ content, color }) => {
      const name = CLASSES[classOf(color) - 1]
      return name === undefined || content.trim() === '' ? [] : [[content.trim(), name]]
    })
  )
}

describe('the colours of code', () => {
  it('mean what the words are', async () => {
    expect(await classed('typescript', "// note\nconst a: Map = go('x', 12)")).toMatchObject({
      '// note': 'comment', const: 'keyword', Map: 'type', go: 'name', "'x'": 'string', '12': 'value'
    })
    expect(await classed('python', 'def f(x):\n  return None # c')).toMatchObject({ def: 'keyword', f: 'name', None: 'value', '# c': 'comment' })
    expect(await classed('json', '{"a": [1, "b"]}')).toMatchObject({ a: 'name', '1': 'value', '"b"': 'string' })
    expect(await classed('diff', '-old\n+new')).toEqual({ '-old': 'removed', '+new': 'added' })
  })

  it('are there for every language, and none fails', async () => {
    for (const language of LANGUAGES) await classed(language, 'a = "b" # c\n<d e="f">g</d>\n{ "h": 1 }\n[x]\ny=1 // z\n')
  }, 60_000)

  it('are found by the names that people use', () => {
    expect(['ts', 'JS', 'c++', 'sh', 'yml', 'Dockerfile', 'nothing', 'constructor', ''].map(languageOf)).toEqual([
      'typescript', 'typescript', 'c', 'bash', 'yaml', 'docker', null, null, null
    ])
    expect(['src/a.TSX', 'Makefile', 'x/.env', 'a.b/c', 'photo.png'].map(languageOfFile)).toEqual(['tsx', 'make', 'ini', null, null])
  })
})
