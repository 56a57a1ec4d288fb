import { describe, expect, it } from 'vitest'
import type { ProviderView } from '../../shared/model'
import { firstEngine, modelsOf, suggestName, usableProviders } from './new-worker.logic'

describe('suggestName', () => {
  it('takes the first words of the task, without Markdown and without a dot', () => {
    expect(suggestName('Fix the 髙橋 case.\nThen run the suite.', [])).toBe('Fix the 髙橋 case')
    expect(suggestName('\n## `Booking` form: *build* it!', [])).toBe('Booking form: build it')
    expect(suggestName('1. first\n2. second', [])).toBe('first')
    expect(suggestName('「入力内容」を確認してください。', [])).toBe('「入力内容」を確認してください')
  })
  it('cuts between words, and never half of a character', () => {
    const name = suggestName('Collect every error message of the old form with its translations', [])
    expect(name).toBe('Collect every error message of the old')
    expect(suggestName('😀'.repeat(60), [])).toBe('😀'.repeat(40))
    expect(suggestName('echo done && echo {"status":"accepted","items":[1,2,3]}', [])).toBe('echo done && echo')
    expect(suggestName('curl --json {"status":"accepted","items":[1,2,3]} http://127.0.0.1', [])).toBe('curl --json')
    expect(suggestName('{"status":"accepted","items":["an item of the list"]}', [])).toBe('{"status":"accepted","items":["an item')
    expect(suggestName('{"status":"accepted","items-of-the-list-that-is-long":1}', [])).toBe('{"status":"accepted","items-of-the-list')
  })
  it('is unlike every name that is taken', () => {
    expect(suggestName('ls', ['ls', 'ls 2'])).toBe('ls 3')
    expect(suggestName('', ['Worker 1'])).toBe('Worker 2')
    expect(suggestName('***', [])).toBe('Worker 1')
  })
})

describe('usableProviders', () => {
  const provider = (id: string, change: Partial<ProviderView>): ProviderView => ({
    id,
    name: id,
    kind: 'builtin',
    api: null,
    baseUrl: null,
    keySource: null,
    models: [{ id: 'm', name: 'M' }],
    ...change
  })
  it('are those with a key and the endpoints that were added, if they have models', () => {
    const usable = usableProviders([
      provider('none', {}),
      provider('key', { keySource: 'environment' }),
      provider('own', { kind: 'custom' }),
      provider('empty', { keySource: 'file', models: [] })
    ])
    expect(modelsOf(usable)).toEqual(['key/m', 'own/m'])
  })
})

it('offers pi where it works, and otherwise the shell, which always does', () => {
  const pi = (problem: string | null) => [{ kind: 'pi' as const, problem }, { kind: 'shell' as const, problem: null }]
  expect([true, null, false].map((hasModel) => firstEngine(pi(null), hasModel))).toEqual(['pi', 'pi', 'shell'])
  expect([firstEngine(pi('It is not there.'), true), firstEngine([], true)]).toEqual(['shell', 'shell'])
})
