/**
 * `npm run test:agents -- NAME… [--scratch DIR] [--keep] [--only CLAUSE]` installs the named agents at the versions that
 * the product was tried with, and runs one contract against each, with a scripted model: no key and no network but the
 * package registry. It prints one row for each agent and clause, and ends with 1 when one has failed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LANE_AGENTS, type LaneAgent } from './agents'
import { CLAUSES } from './clauses'
import { startSubject, type Subject } from './subject'

/** A clause that takes longer has failed, in ms. */
const CLAUSE_MS = 120_000

interface Row {
  readonly agent: string
  readonly clause: string
  readonly result: string
}

export async function lane({ args, scripts }: { args: string[]; scripts: string }): Promise<number> {
  const note = (line: string) => void process.stderr.write(`${line}\n`)
  const names = LANE_AGENTS.map(({ id }) => id)
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { scratch: { type: 'string' }, keep: { type: 'boolean', default: false }, only: { type: 'string' } }
  })
  const unknown = positionals.filter((name) => !names.includes(name))
  if (positionals.length === 0 || unknown.length > 0) {
    note(`Usage: npm run test:agents -- NAME… [--scratch DIR] [--keep] [--only CLAUSE]\nNames: ${names.join(', ')}`)
    return 2
  }
  const rows: Row[] = []
  for (const name of positionals) {
    const agent = LANE_AGENTS.find(({ id }) => id === name)
    if (!agent) continue
    const scratch = values.scratch === undefined ? await mkdtemp(join(tmpdir(), `crewdeck-${name}-`)) : join(values.scratch, name)
    try {
      rows.push(...(await runAgent(agent, scratch, scripts, values.only, note)))
    } finally {
      if (!values.keep) await rm(scratch, { recursive: true, force: true })
    }
  }
  const width = Math.max(...rows.map(({ clause }) => clause.length))
  for (const { agent, clause, result } of rows) console.log(`${agent.padEnd(9)} ${clause.padEnd(width)}  ${result}`)
  return rows.some(({ result }) => result.startsWith('FAILED')) ? 1 : 0
}

async function runAgent(agent: LaneAgent, scratch: string, scripts: string, only: string | undefined, note: (line: string) => void): Promise<Row[]> {
  const rows: Row[] = []
  note(`${agent.id}:`)
  const clauses = CLAUSES.filter(({ name }) => only === undefined || name.includes(only))
  let subject: Subject
  try {
    subject = await startSubject(agent, { scripts, scratch, note })
  } catch (error) {
    return [{ agent: agent.id, clause: 'start', result: `FAILED ${wordsOf(error)}` }]
  }
  note(`  ${subject.identity}`)
  for (const { name, run } of clauses) {
    const since = performance.now()
    const result = await within(run(subject)).then(
      (lacks) => (lacks ? `not offered by this agent: ${lacks}` : 'ok'),
      (error: unknown) => `FAILED ${wordsOf(error)}`
    )
    note(`  ${name}: ${result} (${Math.round(performance.now() - since)} ms)`)
    rows.push({ agent: agent.id, clause: name, result })
  }
  await subject.close()
  return rows
}

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 700)
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${CLAUSE_MS / 1_000} s`)), CLAUSE_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
