/** The lint rules that hold the layers, shown to fail: each wrong line here must be found, and the right ones not. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const SOURCES: Readonly<Record<string, string>> = {
  'src/main/host.ts': `import { app } from 'electron'\nexport const name = app`,
  'src/main/serve/server.ts': `import type { App } from 'electron'\nexport type Name = App`,
  'src/shared/model.ts': `import { join } from 'node:path'\nexport const path = join`,
  'src/renderer/ui/a.ts': `import { readFileSync } from 'node:fs'\nexport const read = readFileSync`,
  'src/renderer/ui/b.ts': `import { createHost } from '../../main/host'\nexport const make = createHost`,
  'src/renderer/ui/c.ts': `import { ipcRenderer } from 'electron'\nexport const ipc = ipcRenderer`,
  'src/main/any.ts': `export const value: any = 1`,
  'src/main/floating.ts': `async function work(): Promise<void> {}\nwork()`,
  // These are right.
  'src/main/electron/shell.ts': `import { app } from 'electron'\nexport const name = app`,
  'src/main/index.ts': `import { app } from 'electron'\nexport const name = app`,
  'src/preload/index.ts': `import { ipcRenderer } from 'electron'\nexport const ipc = ipcRenderer`,
  'src/main/store/database.ts': `import { join } from 'node:path'\nexport const path = join`,
  'src/renderer/ui/right.ts': `import { model } from '../../shared/model'\nexport const use = model`
}

let folder: string
let found: Record<string, string>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'crewdeck-lint-'))
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  writeFileSync(join(folder, 'tsconfig.json'), '{"compilerOptions":{"strict":true,"target":"ES2024","module":"ESNext"}}')
  for (const [path, text] of Object.entries(SOURCES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${text}\n`)
  }
  const { stdout } = spawnSync(join(root, 'node_modules', '.bin', 'oxlint'), ['-f', 'unix'], { cwd: folder, encoding: 'utf8' })
  const lines = [...stdout.matchAll(/^(\S+?):\d+:\d+: .*\[Error\/(.+)\]$/gm)]
  found = Object.fromEntries(lines.map(([, path = '', rule = '']) => [path, rule]))
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('the lint rules', () => {
  it('find every wrong import, and nothing in the right files', () => {
    expect(found).toEqual({
      'src/main/host.ts': 'eslint(no-restricted-imports)',
      'src/main/serve/server.ts': 'eslint(no-restricted-imports)',
      'src/shared/model.ts': 'eslint(no-restricted-imports)',
      'src/renderer/ui/a.ts': 'eslint(no-restricted-imports)',
      'src/renderer/ui/b.ts': 'eslint(no-restricted-imports)',
      'src/renderer/ui/c.ts': 'eslint(no-restricted-imports)',
      'src/main/any.ts': 'typescript(no-explicit-any)',
      'src/main/floating.ts': 'typescript(no-floating-promises)'
    })
  })
})
