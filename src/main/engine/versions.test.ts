import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { digestOf, readVersion, VERSION_MAX_BYTES, Versions } from './versions'

const folders: string[] = []
const place = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'crewdeck-versions-'))
  folders.push(folder)
  return join(folder, 'versions')
}
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))

describe('versions of files', () => {
  it('are kept by what they hold, once, for nobody else to read', async () => {
    const folder = place()
    const versions = new Versions(folder)
    const [a, again, empty] = [versions.keep('one\n字'), versions.keep(Buffer.from('one\n字')), versions.keep('')]
    expect(again).toBe(a)
    expect(readdirSync(folder).toSorted()).toEqual([a, empty].toSorted())
    expect(await readVersion(folder, a)).toBe('one\n字')
    expect(await readVersion(folder, empty)).toBe('')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, a)).mode & 0o777).toBe(0o600)
  })

  it('are known only by their digest where they are no texts, or too long', async () => {
    const folder = place()
    const versions = new Versions(folder)
    for (const content of [Buffer.from([0, 1]), Buffer.from([0xff, 0xfe]), 'x'.repeat(VERSION_MAX_BYTES + 1)]) {
      expect(versions.keep(content)).toBe(digestOf(content))
      expect(await readVersion(folder, digestOf(content))).toBeNull()
    }
  })

  it('give up the oldest when there is no room', async () => {
    const folder = place()
    const versions = new Versions(folder, { files: 8, bytes: 1_000 })
    const digests = Array.from({ length: 8 }, (_, index) => {
      const digest = versions.keep(`version ${index}`)
      utimesSync(join(folder, digest), index + 1, index + 1)
      return digest
    })
    // Wanted anew: not the oldest any more.
    versions.keep('version 0')
    versions.keep('version 8')
    const left = await Promise.all(digests.map((digest) => readVersion(folder, digest)))
    expect(left.map((text) => text !== null)).toEqual([true, false, false, false, true, true, true, true])
    // One that goes on counts what is there.
    const later = new Versions(folder, { files: 8, bytes: 1_000 })
    later.keep('x'.repeat(990))
    expect(readdirSync(folder).length).toBeLessThan(8)
  })

  it('are nothing but what was kept', async () => {
    const folder = place()
    const digest = new Versions(folder).keep('true')
    writeFileSync(join(folder, digest), 'false')
    expect(await readVersion(folder, digest)).toBeNull()
    expect(await readVersion(folder, '../../secret')).toBeNull()
  })

  it('that cannot be kept stop nobody', () => {
    const folder = place()
    writeFileSync(folder, 'a file where the folder should be')
    expect(new Versions(folder).keep('x')).toBe(digestOf('x'))
  })
})
