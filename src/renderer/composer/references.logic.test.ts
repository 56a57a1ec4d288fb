import { describe, expect, it } from 'vitest'
import { referenceTo, type Place } from './references.logic'

const unix: Place = { folder: '/home/me/app', isWindows: false, isCommand: false }
const windows: Place = { folder: 'C:\\Users\\me\\app', isWindows: true, isCommand: false }

describe('a file that is named in a message', () => {
  it('is named from the folder on where it lies inside, and in full elsewhere', () => {
    expect(referenceTo('/home/me/app/src/a.ts', unix)).toBe('src/a.ts')
    expect(referenceTo('/home/me/app-old/a.ts', unix)).toBe('/home/me/app-old/a.ts')
    expect(referenceTo('/home/me/app', unix)).toBe('/home/me/app')
    expect(referenceTo('/home/me/app/src/', unix)).toBe('src')
    expect(referenceTo('/etc/hosts', unix)).toBe('/etc/hosts')
    expect(referenceTo('/home/me/app/a.ts', { ...unix, folder: '/home/me/app/' })).toBe('a.ts')
  })

  it('is quoted where a blank would end it', () => {
    expect(referenceTo('/home/me/app/my notes.md', unix)).toBe('"my notes.md"')
    expect(referenceTo('/home/me/app/说明.md', unix)).toBe('说明.md')
  })

  it('is safe in a command', () => {
    const command = { ...unix, isCommand: true }
    expect(referenceTo('/home/me/app/src/a.ts', command)).toBe('src/a.ts')
    expect(referenceTo("/home/me/app/it's $HOME.md", command)).toBe(`'it'\\''s $HOME.md'`)
    expect(referenceTo('/home/me/app/-rf', command)).toBe('./-rf')
    expect(referenceTo('/home/me/app/a;b', command)).toBe(`'a;b'`)
  })

  it('is one of Windows there, whatever the case of its folder', () => {
    expect(referenceTo('C:\\Users\\me\\app\\src\\a.ts', windows)).toBe('src/a.ts')
    expect(referenceTo('c:\\users\\ME\\app\\a.ts', windows)).toBe('a.ts')
    expect(referenceTo('D:\\x.ts', windows)).toBe('D:\\x.ts')
    expect(referenceTo('C:\\Users\\me\\app\\my notes\\a.ts', { ...windows, isCommand: true })).toBe('"my notes\\a.ts"')
  })
})
