import { spawn } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { fromPs, processTable, startOf, type ProcessRow } from './table'
import { membersOf, type Target } from './tree'

const children: ReturnType<typeof spawn>[] = []
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')))

function sleeper(env: Record<string, string>): number {
  const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore', env: { ...process.env, ...env } })
  children.push(child)
  if (child.pid === undefined) throw new Error('no sleep')
  return child.pid
}

describe('processTable', () => {
  it('tells group, parent, start and markers of a process', async () => {
    const pid = sleeper({ CREWDECK_HOST: 'table.1', CREWDECK_TASK: 'task 1' })
    await new Promise((done) => children[0]?.once('spawn', done))
    const row = (await processTable()).get(pid)
    expect(row).toMatchObject({ pid, parent: process.pid, group: pid, session: pid, ended: false, host: 'table.1', task: 'task 1', reaper: false })
    expect(row?.startedAt).toBe(startOf(pid))
    expect(startOf(pid)).toBeGreaterThan(0)
  })

  it('is told by ps as well, without markers', async () => {
    const pid = sleeper({ CREWDECK_HOST: 'table.2' })
    expect((await fromPs()).get(pid)).toMatchObject({ pid, parent: process.pid, group: pid, ended: false, host: null })
  })

  it('does not know a process that does not exist', async () => {
    expect(startOf(2 ** 22)).toBeNull()
    expect((await processTable()).get(2 ** 22)).toBeUndefined()
  })
})

describe('membersOf', () => {
  const row = (pid: number, parent: number, more: Partial<ProcessRow> = {}): ProcessRow => {
    return { pid, parent, group: 1, session: 1, ended: false, startedAt: pid, host: null, task: null, reaper: false, ...more }
  }
  const pids = (rows: ProcessRow[], target: Partial<Target>) =>
    membersOf(new Map(rows.map((one) => [one.pid, one])), { roots: [], marked: () => false, ...target })
      .map((one) => one.pid)
      .toSorted((a, b) => a - b)

  const root = { pid: 2_000_100, startedAt: 2_000_100 }
  const group = { group: root.pid, session: root.pid }

  it('takes the group, the session, the marked, and the descendants of all of them', () => {
    const rows = [
      row(root.pid, 1, group),
      row(2_000_101, root.pid, group),
      row(2_000_102, 1, { group: 2_000_102, session: root.pid }),
      row(2_000_103, 2_000_101, { group: 2_000_103, session: 2_000_103 }),
      row(2_000_104, 1, { task: 'mine' }),
      row(2_000_105, 2_000_104),
      row(2_000_106, 1)
    ]
    expect(pids(rows, { roots: [root], marked: ({ task }) => task === 'mine' })).toEqual([
      2_000_100, 2_000_101, 2_000_102, 2_000_103, 2_000_104, 2_000_105
    ])
  })

  it('finds the group of a root that has ended, but never the group of a stranger who got its pid', () => {
    const orphan = row(2_000_101, 1, group)
    expect(pids([orphan], { roots: [root] })).toEqual([2_000_101])
    expect(pids([row(root.pid, 1, { ...group, startedAt: 9 }), orphan], { roots: [root] })).toEqual([])
  })

  it('spares reapers, itself and its ancestors, the dead, and all that hangs below only them', () => {
    const rows = [row(process.pid, 2_000_200, { host: 'x' }), row(2_000_200, 1, { host: 'x' }), row(2_000_201, process.pid)]
    const others = [row(2_000_202, 1, { host: 'x', reaper: true }), row(2_000_203, 1, { host: 'x', ended: true })]
    expect(pids([...rows, ...others], { marked: ({ host }) => host === 'x' })).toEqual([])
  })
})
