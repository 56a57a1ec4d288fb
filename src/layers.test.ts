/**
 * Folders import downwards only: each row may import the rows below it, and what stands in one row does not know the
 * rest of it. A part is a folder or a file without its ending; the longest name that fits a file is its part. What has
 * no place here fails, so a new folder needs one. (Who may import `electron` and Node is told by .oxlintrc.json.)
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const HOST = [
  ['main/index'],
  ['main/electron', 'main/serve'],
  ['main/host'],
  ['main/rpc'],
  ['main/attention', 'main/demo'],
  ['main/timeline', 'main/tools', 'main/approvals', 'main/records', 'main/find'],
  ['main/project'],
  ['main/session', 'main/engine'],
  // The port, which both sides of it know.
  ['main/engine/files.logic'],
  ['main/engine/engine'],
  ['main/agents'],
  ['main/models', 'main/process', 'main/report', 'main/page', 'main/latest', 'main/listeners', 'main/ends-within'],
  ['main/store'],
  ['main/host-options'],
  ['shared']
]

const WINDOW = [
  ['renderer'],
  ['renderer/window'],
  ['renderer/palette'],
  ['renderer/pane'],
  ['renderer/project'],
  ['renderer/composer', 'renderer/artifacts', 'renderer/notes', 'renderer/records', 'renderer/find', 'renderer/attention/screen'],
  ['renderer/timeline'],
  ['renderer/workers', 'renderer/approvals'],
  ['renderer/attention'],
  ['renderer/settings'],
  ['renderer/attached'],
  ['renderer/text'],
  ['renderer/actions'],
  ['renderer/ui'],
  ['renderer/connection'],
  ['renderer/words'],
  ['shared']
]

/** The names of channels, which the preload needs and nobody else outside of its folder. */
const PRELOAD = [['preload'], ['main/electron/channels'], ['shared']]

const ORDERS = [HOST, WINDOW, PRELOAD]

interface Import {
  readonly from: string
  readonly to: string
}

/** Why an import goes the wrong way; null when it goes down. Paths are relative to `src`. */
function problemOf({ from, to }: Import): string | null {
  const answers = ORDERS.map((order) => {
    const [source, target] = [place(order, from), place(order, to)]
    if (!source || !target) return 'unknown'
    return source.part === target.part || source.row < target.row ? 'down' : 'wrong'
  })
  if (answers.includes('down')) return null
  return answers.includes('wrong') ? `${from} may not import ${to}` : `${from} or ${to} has no place in the layers`
}

function place(order: readonly (readonly string[])[], path: string): { part: string; row: number } | null {
  const parts = order.flatMap((row, index) => row.map((part) => ({ part, row: index })))
  const name = path.replace(/\.tsx?$/, '')
  const fitting = parts.filter(({ part }) => name === part || name.startsWith(`${part}/`))
  return fitting.toSorted((a, b) => b.part.length - a.part.length)[0] ?? null
}

const STATEMENT = /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/g

/** The imports of our own files in a source text that stands at `path`. */
function importsOf(path: string, text: string): Import[] {
  return [...text.matchAll(STATEMENT)].map(([, fixed, dynamic]) => ({
    from: path,
    to: normalize(join(dirname(path), fixed ?? dynamic ?? '')).replaceAll('\\', '/')
  }))
}

/** Tests may look at everything. */
const isProduct = (path: string) => !/\.test\.tsx?$|\/testing(\/|\.ts$)/.test(path)

describe('the layers', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isProduct)
  const all = files.flatMap((path) => importsOf(path, readFileSync(join(import.meta.dirname, path), 'utf8')))
  const inside = all.filter(({ to }) => !to.startsWith('..'))

  it('are kept by every file', () => {
    expect(inside.length).toBeGreaterThan(100)
    expect(inside.map(problemOf).filter((problem) => problem !== null)).toEqual([])
  })

  it('see every form of an import', () => {
    const text = [
      `import { a } from './a'`,
      `import type {\n  B\n} from '../store/b'`,
      `export * from '../../shared/c'`,
      `import './d.css'`,
      `const e = await import('../e')`,
      `import fs from 'node:fs'`
    ].join('\n')
    expect(importsOf('main/session/log.ts', text).map(({ to }) => to)).toEqual([
      'main/session/a',
      'main/store/b',
      'shared/c',
      'main/session/d.css',
      'main/e'
    ])
  })

  it.each([
    ['main/session/driver.ts', 'main/engine/engine'],
    ['main/engine/pi/engine.ts', 'main/engine/engine'],
    ['main/host.ts', 'main/store/database'],
    ['main/serve.ts', 'main/host'],
    ['renderer/timeline/TurnRow.tsx', 'renderer/text'],
    ['renderer/App.tsx', 'renderer/pane/WorkerPane'],
    ['renderer/connection/client.ts', 'shared/contract'],
    ['preload/index.ts', 'main/electron/channels']
  ])('allow %s to import %s', (from, to) => {
    expect(problemOf({ from, to })).toBeNull()
  })

  it.each([
    ['main/store/database.ts', 'main/session/log'],
    ['main/session/driver.ts', 'main/engine/pi/engine'],
    ['main/engine/shell/engine.ts', 'main/session/log'],
    ['main/electron/shell.ts', 'main/serve/server'],
    ['main/host.ts', 'main/serve/server'],
    ['main/project/workers.ts', 'renderer/App'],
    ['renderer/App.tsx', 'main/session/log'],
    ['renderer/ui/Button.tsx', 'renderer/workers/rows.logic'],
    ['renderer/connection/client.ts', 'preload/index'],
    ['preload/index.ts', 'main/electron/shell'],
    ['preload/index.ts', 'renderer/App'],
    ['shared/model.ts', 'main/store/schema'],
    ['shared/model.ts', 'renderer/ui/clock'],
    ['main/nowhere/new.ts', 'shared/model'],
    ['main/host.ts', 'main/nowhere/new']
  ])('do not allow %s to import %s', (from, to) => {
    expect(problemOf({ from, to })).not.toBeNull()
  })
})
