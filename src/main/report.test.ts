import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReport } from './report'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crewdeck-report-'))
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

it('keeps what went wrong, with its stack', () => {
  const file = join(folder, 'crewdeck.log')
  createReport(file)('a turn failed', new Error('no luck'))
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ msg: 'a turn failed', err: { message: 'no luck' } })
})

// /dev/full takes no byte, as a full disk.
it.skipIf(process.platform !== 'linux')('outlives a disk that takes nothing', () => {
  const report = createReport('/dev/full')
  for (let i = 0; i < 3; i++) report('the disk is full', new Error('ENOSPC'))
  expect(process.stderr.write).toHaveBeenCalledTimes(3)
})
