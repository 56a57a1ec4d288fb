import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../store/database'
import { Desk } from './desk'

let folder: string
let database: Database
let desk: Desk

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crewdeck-desk-'))
  database = openDatabase(folder).database
  desk = new Desk(database)
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the desk', () => {
  it('remembers and forgets', () => {
    desk.set('pin.w1', 'true')
    desk.set('pin.w1', 'false')
    desk.set('read.w2', '3')
    expect(desk.all()).toEqual([
      { key: 'pin.w1', value: 'false' },
      { key: 'read.w2', value: '3' }
    ])
    desk.set('read.w2', null)
    expect(desk.get('read.w2')).toEqual({ key: 'read.w2', value: null })
  })

  it('forgets what belonged to a worker, and nothing of another whose id ends alike', () => {
    desk.set('pin.w1', 'true')
    desk.set('read.w1', '9')
    desk.set('pin.xw1', 'true')
    desk.forget('w1')
    expect(desk.all().map(({ key }) => key)).toEqual(['pin.xw1'])
  })

  it('tells all at first, then what has changed, merged, and ends with its reader', async () => {
    desk.set('a.1', '1')
    const reader = new AbortController()
    const entries = desk.entries(reader.signal)
    expect((await entries.next()).value).toEqual({ entries: [{ key: 'a.1', value: '1' }] })
    desk.set('a.2', '1')
    desk.set('a.2', '2')
    desk.set('a.1', null)
    const changed = await entries.next()
    expect(changed.value).toEqual({
      entries: [
        { key: 'a.2', value: '2' },
        { key: 'a.1', value: null }
      ]
    })
    const last = entries.next()
    reader.abort()
    expect((await last).done).toBe(true)
  })
})
