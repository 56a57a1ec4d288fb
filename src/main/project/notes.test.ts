import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { Crew } from '../testing/crew'
import { Notes } from './notes'

let crew: Crew
let notes: Notes
beforeEach(() => {
  crew = new Crew()
  notes = new Notes(crew.projects)
})
afterEach(() => crew.close())

const onDisk = () => readFileSync(join(crew.folder, '.crewdeck/notes.md'), 'utf8')

it('begins empty, saves, and reads back', async () => {
  expect(await notes.read(crew.sessionId, 'notes')).toEqual({ file: 'notes', text: '', version: null })
  const saved = await notes.save(crew.sessionId, 'notes', null, '- PM-001 form\n')
  expect(onDisk()).toBe('- PM-001 form\n')
  expect(await notes.read(crew.sessionId, 'notes')).toEqual(saved)
  await notes.save(crew.sessionId, 'context', null, 'about')
  expect(readFileSync(join(crew.folder, '.crewdeck/context/context.md'), 'utf8')).toBe('about')
})

it('refuses a save over what somebody else wrote, and leaves no trace of it', async () => {
  const mine = await notes.save(crew.sessionId, 'notes', null, 'mine')
  writeFileSync(join(crew.folder, '.crewdeck/notes.md'), 'an agent was here')
  await expect(notes.save(crew.sessionId, 'notes', mine.version, 'mine, later')).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(onDisk()).toBe('an agent was here')
  expect(readdirSync(join(crew.folder, '.crewdeck'))).toEqual(['notes.md'])
  const theirs = await notes.read(crew.sessionId, 'notes')
  await notes.save(crew.sessionId, 'notes', theirs.version, 'both')
  expect(onDisk()).toBe('both')
})

it('lets one of several saves that come at once win, and tells the others', async () => {
  const { version } = await notes.save(crew.sessionId, 'notes', null, 'first')
  const saves = ['a', 'b', 'c', 'd'].map((text) => notes.save(crew.sessionId, 'notes', version, text))
  const results = await Promise.allSettled(saves)
  const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.text] : []))
  expect(won).toEqual([onDisk()])
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' })
})

it('refuses notes that lead out of the folder', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'crewdeck-outside-'))
  onTestFinished(() => rmSync(outside, { recursive: true }))
  writeFileSync(join(outside, 'notes.md'), 'secret')
  symlinkSync(outside, join(crew.folder, '.crewdeck'))
  await expect(notes.read(crew.sessionId, 'notes')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(notes.save(crew.sessionId, 'notes', null, 'x')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(readFileSync(join(outside, 'notes.md'), 'utf8')).toBe('secret')
})

it.each(['a folder', 'a named pipe'])('says that %s is no file of notes, and waits for none', async (what) => {
  const path = join(crew.folder, '.crewdeck/notes.md')
  mkdirSync(join(crew.folder, '.crewdeck'))
  if (what === 'a folder') mkdirSync(path)
  else execFileSync('mkfifo', [path])
  await expect(notes.read(crew.sessionId, 'notes')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(notes.save(crew.sessionId, 'notes', null, 'x')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(readdirSync(join(crew.folder, '.crewdeck'))).toEqual(['notes.md'])
})

it('never writes over bytes that it could not show as text', async () => {
  const path = join(crew.folder, '.crewdeck/notes.md')
  mkdirSync(join(crew.folder, '.crewdeck'))
  writeFileSync(path, Buffer.from([0x61, 0xff, 0xfe, 0x62]))
  const { version, text } = await notes.read(crew.sessionId, 'notes')
  await expect(notes.save(crew.sessionId, 'notes', version, text)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect([...readFileSync(path)]).toEqual([0x61, 0xff, 0xfe, 0x62])
})

it('tells of a change on disk', async () => {
  mkdirSync(join(crew.folder, '.crewdeck'))
  const heard: string[] = []
  let next = Promise.withResolvers<void>()
  const dispose = notes.watch(crew.sessionId, () => {
    heard.push('change')
    next.resolve()
  })
  await next.promise
  next = Promise.withResolvers()
  writeFileSync(join(crew.folder, '.crewdeck/notes.md'), 'new')
  await next.promise
  expect(heard).toEqual(['change', 'change'])
  dispose()
})
