import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NoteText } from '../../shared/model'
import {
  fileOfTask,
  insertAside,
  isOverwritten,
  isUnsaved,
  joinEdits,
  keepMine,
  meetDisk,
  mergeTexts,
  namesTask,
  startEditing,
  takeBoth,
  takeTheirs
} from './notes.logic'

const disk = (text: string, version = text): NoteText => ({ file: 'notes', text, version })
const FIRST = disk('- one\n- two\n- three\n- four\n')
const typed = (text: string) => ({ ...startEditing(FIRST), text })

describe('editing a file that others write too', () => {
  it('joins what two windows have typed, and nothing that was only looked at', () => {
    expect(joinEdits(undefined, typed('mine'))).toEqual(typed('mine'))
    expect(joinEdits(startEditing(FIRST), typed('mine'))).toEqual(typed('mine'))
    expect(joinEdits(typed('mine'), startEditing(FIRST))).toEqual(typed('mine'))
    expect(joinEdits(typed('mine'), typed('mine'))).toEqual(typed('mine'))
    expect(joinEdits(typed('mine'), typed('other')).text).toBe('mine\n\n---\n\nother')
  })

  it('follows the disk as long as nothing was typed', () => {
    const editing = meetDisk(startEditing(FIRST), disk('other\n'))
    expect(editing).toMatchObject({ text: 'other\n', base: { version: 'other\n' } })
    expect(isUnsaved(editing)).toBe(false)
  })

  it('keeps what was typed, and says that the disk is another', () => {
    const mine = typed('mine')
    const met = meetDisk(mine, disk('theirs'))
    expect(met).toBe(mine)
    expect(isOverwritten(met, disk('theirs'))).toBe(true)
    expect(isUnsaved(met)).toBe(true)
  })

  it('needs no choice where both have written the same', () => {
    const met = meetDisk(typed('same'), disk('same'))
    expect([isOverwritten(met, disk('same')), isUnsaved(met)]).toEqual([false, false])
  })

  it('puts aside what a choice leaves out, and brings it back', () => {
    const kept = keepMine(typed('mine'), disk('theirs'))
    expect(kept).toMatchObject({ text: 'mine', base: { version: 'theirs' }, aside: { whose: 'theirs', text: 'theirs' } })
    expect(insertAside(kept)).toMatchObject({ text: 'mine\n\n---\n\ntheirs', aside: null })
    const taken = takeTheirs(typed('mine'), disk('theirs'))
    expect(taken).toMatchObject({ text: 'theirs', base: { version: 'theirs' }, aside: { whose: 'mine', text: 'mine' } })
    expect(insertAside(taken)).toMatchObject({ text: 'theirs\n\n---\n\nmine', aside: null })
    expect(insertAside(startEditing(FIRST))).toEqual(startEditing(FIRST))
  })

  it('makes both changes where they do not meet, and sets both texts below each other where they do', () => {
    const both = takeBoth(typed('- one, mine\n- two\n- three\n- four\n'), disk('- one\n- two\n- three\n- four\n- five, theirs\n'))
    expect(both).toMatchObject({ text: '- one, mine\n- two\n- three\n- four\n- five, theirs\n', aside: null })
    const clash = takeBoth(typed('- one\n- two, mine\n- three\n- four\n'), disk('- one\n- two, theirs\n- three\n- four\n'))
    expect(clash.text).toBe('- one\n- two, mine\n- three\n- four\n\n---\n\n- one\n- two, theirs\n- three\n- four\n')
  })

  it('never loses a line that either side has written', () => {
    const lines = fc.array(fc.stringMatching(/^[a-d]{0,3}$/), { maxLength: 8 })
    fc.assert(
      fc.property(lines, lines, lines, fc.nat(8), fc.nat(8), (base, mineNew, theirsNew, at, other) => {
        const insert = (added: string[], position: number, mark: string) =>
          [...base.slice(0, position), ...added.map((line) => mark + line), ...base.slice(position)].join('\n')
        const [mine, theirs] = [insert(mineNew, at, 'm'), insert(theirsNew, other, 't')]
        const merged = mergeTexts(base.join('\n'), mine, theirs).split('\n')
        for (const line of [...mineNew.map((text) => `m${text}`), ...theirsNew.map((text) => `t${text}`)]) expect(merged).toContain(line)
      })
    )
  })
})

describe('the task of a worker in the notes', () => {
  it('is the whole reference, whatever stands around it', () => {
    for (const text of ['- PM-1 Build it', '(PM-1)', '**PM-1**', 'x PM-1.', '任務PM-1を進める']) expect(namesTask(text, 'PM-1'), text).toBe(true)
    for (const text of ['PM-14', 'XPM-1', 'PM-1-b', 'pm-1', '']) expect(namesTask(text, 'PM-1'), text).toBe(false)
    expect(namesTask('a.b (c)', 'b (c)')).toBe(true)
    expect(namesTask('aXb', 'a.b')).toBe(false)
  })

  it('is looked for in the open notes first', () => {
    const file = (name: NoteText['file'], text: string): NoteText => ({ file: name, text, version: text })
    const notes = { notes: file('notes', '- PM-2'), archived: file('archived', '- PM-1\n- PM-2'), context: file('context', '') }
    expect(fileOfTask(notes, 'PM-2')).toBe('notes')
    expect(fileOfTask(notes, 'PM-1')).toBe('archived')
    expect(fileOfTask(notes, 'PM-3')).toBeNull()
  })
})
