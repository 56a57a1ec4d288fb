import { describe, expect, it, vi } from 'vitest'
import { GroupCommit, type GroupMember } from './group-commit'

/** A transaction over a list, which keeps nothing of work that throws. */
class Table {
  rows: string[] = []
  commits = 0
  transaction = (work: () => void): void => {
    const before = [...this.rows]
    try {
      work()
      this.commits += 1
    } catch (error) {
      this.rows = before
      throw error
    }
  }
}

class Member implements GroupMember {
  queued: string[] = []
  failures: unknown[] = []

  constructor(
    private readonly table: Table,
    private readonly broken = false
  ) {}

  take(): (() => void) | null {
    if (this.queued.length === 0) return null
    const rows = this.queued
    this.queued = []
    return () => {
      this.table.rows.push(...rows)
      if (this.broken) throw new Error('no room')
    }
  }

  failed(error: unknown): void {
    this.failures.push(error)
  }
}

const written = (table: Table, count: number) => vi.waitFor(() => expect(table.rows).toHaveLength(count))

describe('a group commit', () => {
  it('writes what many have within one transaction, each in its order', async () => {
    const table = new Table()
    const group = new GroupCommit(table.transaction)
    const members = Array.from({ length: 100 }, () => new Member(table))
    for (const [place, member] of members.entries()) {
      member.queued.push(`${place}-a`, `${place}-b`)
      group.add(member)
      group.add(member)
    }
    await written(table, 200)
    expect(table.commits).toBe(1)
    expect(table.rows.slice(0, 3)).toEqual(['0-a', '0-b', '1-a'])
  })

  it('takes in what comes until it is made, and makes another for what comes later', async () => {
    const table = new Table()
    const group = new GroupCommit(table.transaction)
    const member = new Member(table)
    for (const text of ['a', 'b']) {
      member.queued.push(text)
      group.add(member)
    }
    await written(table, 2)
    member.queued.push('c')
    group.add(member)
    member.queued.push('d')
    group.add(member)
    await written(table, 4)
    expect(table.commits).toBe(2)
  })

  it('leaves out what was written meanwhile', async () => {
    const table = new Table()
    const group = new GroupCommit(table.transaction)
    const [early, late] = [new Member(table), new Member(table)]
    early.queued.push('a')
    group.add(early)
    early.take()?.()
    late.queued.push('b')
    group.add(late)
    await written(table, 2)
    expect(table.rows).toEqual(['a', 'b'])
  })

  it('writes the others when one cannot be written, and tells that one', async () => {
    const table = new Table()
    const group = new GroupCommit(table.transaction)
    const members = [new Member(table), new Member(table, true), new Member(table)]
    for (const [place, member] of members.entries()) {
      member.queued.push(String(place))
      group.add(member)
    }
    await written(table, 2)
    expect(table.rows).toEqual(['0', '2'])
    expect(members.map(({ failures }) => failures.length)).toEqual([0, 1, 0])
  })
})
