import { utimesSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { outputFile, remainsOf } from '../engine/shell/remains'
import { SHOWN_MAX } from '../engine/shell/reply'
import { Crew } from '../testing/crew'
import { foldEvents } from '../timeline/fold'
import { LastHeard } from './last-heard'

let crew: Crew
beforeEach(() => (crew = shellKeeps(new Crew())))
afterEach(() => crew.close())

function shellKeeps(made: Crew): Crew {
  made.plain.remains = remainsOf
  return made
}

/** The host dies, and another one takes its place `later` ms afterwards. */
function killed(later = 0): void {
  const { folder, now } = crew
  crew.die()
  crew = shellKeeps(new Crew(folder))
  crew.now = now + later
  crew.sessions.repair()
}

const events = (workerId: string) => crew.log.events(workerId, { from: 0 })
const turn = (workerId: string) => foldEvents(new Map(), events(workerId)).get(1)?.view

/** A shell turn in the middle of its command, which has printed `output` at `at`. */
async function running(output: string | null, at: number, inputs = 'a command'): Promise<string> {
  crew.worker('w', inputs, 'shell')
  const { sink } = await crew.plain.turnOf('w')
  sink.step(1)
  sink.toolCall({ callId: 'c1', name: 'shell', arguments: '{}' })
  await vi.waitFor(() => expect(events('w').at(-1)?.type).toBe('tool/call'))
  const file = outputFile(crew.folder, 'c1')
  if (output !== null) {
    writeFileSync(file, output)
    utimesSync(file, at / 1_000, at / 1_000)
  }
  return file
}

describe('a shell turn whose host was killed', () => {
  it('replies with what the command had printed, says how it was cut off, and ends when it was last heard from', async () => {
    const file = await running('tick 1\ntick 2\ntick 3\n', crew.now + 3_000)
    killed(8 * 3_600_000)
    const after = turn('w')
    expect(after?.outcome).toEqual({ kind: 'interrupted' })
    expect(after?.reply?.text).toBe(
      `\`\`\`text\ntick 1\ntick 2\ntick 3\n\`\`\`\n\ncut off: the host ended in the middle of it · 3.0 s\n\nWhat was read of its output, 21 bytes, is kept in \` ${file} \`.`
    )
    expect((after?.endedAt ?? 0) - (after?.startedAt ?? 0)).toBe(3_000)
    const result = events('w').find((event) => event.type === 'tool/result')
    expect(result?.data).toMatchObject({ cut: true, message: { toolCallId: 'c1', content: [{ text: after?.reply?.text }] } })
  })

  it('is bounded as a stopped one is, and names the file of the rest', async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `line ${index}`).join('\n')
    await running(lines, crew.now + 1_000)
    killed()
    const text = turn('w')?.reply?.text ?? ''
    expect(text.length).toBeLessThan(SHOWN_MAX + 1_000)
    expect(text).toContain('line 0\n')
    expect(text).toContain('line 59999')
    expect(text).toMatch(/[\d,]+ bytes left out here\./)
    expect(text).not.toContain('whole output')
  })

  it('says so where nothing is kept', async () => {
    await running(null, 0)
    killed(1_000)
    expect(turn('w')?.reply?.text).toBe('Nothing is kept of what it printed.\n\ncut off: the host ended in the middle of it · 0.0 s')
  })

  it('keeps what the commands before it had said, and counts those after it', async () => {
    const report = remainsOf({
      stateFolder: crew.folder,
      inputs: ['first', 'second', 'third'],
      calls: [{ callId: 'a', at: 1, result: 'exit 0' }, { callId: 'b', at: 2, result: null }],
      heardAt: 2
    })
    expect(report?.reply).toMatch(/^` first `\n\nexit 0\n\n` second `\n\nNothing is kept[^]*1 command after it was not run\.$/)
    expect(report?.results.map(({ callId }) => callId)).toEqual(['b'])
  })

  it('has one reply only where it had one, and none where no command had begun', async () => {
    await running('x', crew.now)
    crew.plain.turns[0]?.reply('all said')
    await vi.waitFor(() => expect(events('w').at(-1)?.type).toBe('assistant/message'))
    crew.worker('v', 'a command', 'shell')
    await crew.plain.turnOf('v')
    killed()
    killed()
    expect(turn('w')?.reply?.text).toBe('all said')
    expect(events('w').filter((event) => event.type === 'turn/end')).toHaveLength(1)
    expect(turn('v')).toMatchObject({ reply: null, inputs: [{ state: 'returned' }] })
  })
})

describe('a turn of an agent whose host was killed', () => {
  it('keeps what it had said, and does not count the time without a host', async () => {
    crew.worker('p')
    const { sink } = await crew.steering.turnOf('p')
    sink.step(1)
    sink.assistant({ id: 'm', text: 'This far.' })
    crew.now += 5_000
    sink.toolCall({ callId: 'c', name: 'bash', arguments: '{}' })
    await vi.waitFor(() => expect(events('p').at(-1)?.type).toBe('tool/call'))
    killed(60_000)
    expect(turn('p')).toMatchObject({ outcome: { kind: 'interrupted' }, reply: { text: 'This far.' } })
    expect((turn('p')?.endedAt ?? 0) - (turn('p')?.startedAt ?? 0)).toBe(5_000)
  })

  it('ends when it was last heard from, where nothing was said for long', async () => {
    crew.worker('p')
    const { sink } = await crew.steering.turnOf('p')
    sink.step(1)
    await vi.waitFor(() => expect(events('p').at(-1)?.type).toBe('step/start'))
    crew.now += 90_000
    sink.heard()
    const heardAt = crew.now
    await vi.waitFor(() => expect(new LastHeard(crew.db).of('p')).toBe(heardAt), { timeout: 5_000, interval: 50 })
    killed(3_600_000)
    expect((turn('p')?.endedAt ?? 0) - (turn('p')?.startedAt ?? 0)).toBe(90_000)
  })

  it('never ends before what its log holds', async () => {
    crew.worker('p')
    const { sink } = await crew.steering.turnOf('p')
    sink.step(1)
    crew.now += 1_000
    crew.send('p', 'later', 'queue')
    await vi.waitFor(() => expect(events('p').some((event) => event.type === 'step/start')).toBe(true))
    killed(1_000)
    const times = events('p').map(({ time }) => time)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })
})
