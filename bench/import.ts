/**
 * How fast other programs' transcripts are read: for each format of lines a log of 200 MB through its importer, against
 * splitting the same file into lines and parsing each, in the same run and in processes of their own. Then how long it
 * takes from asking for the list to the last page of a log of 1 GB. Formats without lines are timed without a baseline.
 *
 * CREWDECK_IMPORT_MB makes the logs smaller, to try it out; the numbers that count are those of 200.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LINE_FORMATS, writeLog } from './import-logs'
import type { ReadOrder, ReadReport } from './import.reader'
import { median, rounded, type Measured, type Stage } from './measured'

const MB = 1_000_000
const SIZE = Number(process.env['CREWDECK_IMPORT_MB'] ?? 200) * MB
/** Each way is measured this often, in turns; the middle counts. */
const ROUNDS = 3
const RATIO_MIN = 0.5
const RSS_MAX_MB = 150
const FIRST_PAGE_MAX_MS = 500

interface FormatResult {
  readonly mbPerS: number
  readonly ratio?: number
  readonly rssGrowthMb: number
}

export async function bench({ folder, note }: Stage): Promise<Measured> {
  const scratch = await mkdtemp(join(tmpdir(), 'crewdeck-bench-import-'))
  const formats: Record<string, FormatResult> = {}
  const missed: string[] = []
  const read = (order: ReadOrder) => readOnce(folder, order)
  try {
    for (const format of LINE_FORMATS) {
      const root = join(scratch, format.name)
      const { path, exchanges } = await writeLog(format, root, SIZE)
      const bytes = (await stat(path)).size
      const [bare, imported]: [ReadReport[], ReadReport[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        bare.push(await read({ how: 'bare', format: format.name, root, path }))
        imported.push(await read({ how: 'import', format: format.name, root, path }))
      }
      const [bareMs, importMs] = [median(bare.map(({ ms }) => ms)), median(imported.map(({ ms }) => ms))]
      const result = { mbPerS: rounded(bytes / MB / (importMs / 1000)), ratio: rounded(bareMs / importMs, 2), rssGrowthMb: rounded(median(imported.map(({ rssGrowth }) => rssGrowth)) / MB) }
      formats[format.name] = result
      note(`${format.name}: ${exchanges} exchanges, ${imported[0]?.count} entries; bare ${rounded(bareMs)} ms, imported ${rounded(importMs)} ms, ${JSON.stringify(result)}`)
      if ((imported[0]?.count ?? 0) < exchanges * 4) missed.push(`${format.name}: only ${imported[0]?.count} entries were read.`)
      if (result.ratio < RATIO_MIN) missed.push(`${format.name}: ${result.ratio} of bare reading; at least ${RATIO_MIN} is wanted.`)
      if (result.rssGrowthMb > RSS_MAX_MB) missed.push(`${format.name}: memory grew by ${result.rssGrowthMb} MB; at most ${RSS_MAX_MB} MB is wanted.`)
      await rm(root, { recursive: true })
    }
    for (const [name, make] of [['gemini-document', geminiDocument], ['opencode', openCodeDatabase]] as const) {
      const root = join(scratch, name)
      const path = await make(root, SIZE)
      const bytes = (await stat(path)).size
      const { ms, rssGrowth, count } = await read({ how: 'import', format: name === 'opencode' ? 'opencode' : 'gemini', root, path })
      formats[name] = { mbPerS: rounded(bytes / MB / (ms / 1000)), rssGrowthMb: rounded(rssGrowth / MB) }
      note(`${name}: ${rounded(bytes / MB)} MB, ${count} entries, ${JSON.stringify(formats[name])}`)
      await rm(root, { recursive: true })
    }
    const [first] = LINE_FORMATS
    if (!first) throw new Error('There is no format of lines.')
    const root = join(scratch, 'large')
    const { path } = await writeLog(first, root, SIZE * 5)
    const page = await read({ how: 'first-page', format: first.name, root, path })
    const firstPage1GbMs = rounded(page.ms)
    if (page.count < 100) missed.push(`The first page has ${page.count} entries.`)
    if (firstPage1GbMs > FIRST_PAGE_MAX_MS) missed.push(`The first page of the large log took ${firstPage1GbMs} ms; at most ${FIRST_PAGE_MAX_MS} ms are wanted.`)
    return { result: { formats, firstPage1GbMs }, missed }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function readOnce(folder: string, order: ReadOrder): Promise<ReadReport> {
  const reader = fork(join(folder, 'import.reader.mjs'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const failed = once(reader, 'exit').then(([code]) => {
    throw new Error(`The reader ended with ${String(code)} before it reported.`)
  })
  failed.catch(() => {})
  reader.send(order)
  const [report] = (await Promise.race([once(reader, 'message'), failed])) as [ReadReport]
  return report
}

/** One document with all messages. */
async function geminiDocument(root: string, bytes: number): Promise<string> {
  const gemini = LINE_FORMATS.find(({ name }) => name === 'gemini')
  if (!gemini) throw new Error('There is no Gemini format.')
  const path = join(root, gemini.file.replace('.jsonl', '.json'))
  await mkdir(join(path, '..'), { recursive: true })
  const messages: object[] = []
  for (let written = 0; written < bytes; ) {
    const rows = gemini.exchange(messages.length)
    written += Buffer.byteLength(JSON.stringify(rows))
    messages.push(...rows)
  }
  await writeFile(path, JSON.stringify({ ...gemini.head()[0], messages }))
  return path
}

/** OpenCode keeps its sessions in one SQLite database. */
async function openCodeDatabase(root: string, bytes: number): Promise<string> {
  await mkdir(root, { recursive: true })
  const path = join(root, 'opencode.db')
  const database = new DatabaseSync(path)
  const begun = Date.parse('2026-03-01T10:00:00.000Z')
  database.exec(`
    CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT, time_created INTEGER, time_updated INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
    CREATE INDEX part_by_session ON part (session_id); CREATE INDEX message_by_session ON message (session_id);
    BEGIN`)
  database.prepare('INSERT INTO session VALUES (?,?,?,?,?,?,?,?)').run('ses_1', 'p', null, '/home/ada/shop', 'A long one', '1', begun, begun)
  const [message, part] = [database.prepare('INSERT INTO message VALUES (?,?,?,?,?)'), database.prepare('INSERT INTO part VALUES (?,?,?,?,?,?)')]
  const text = 'What was found in this part, at some length. '.repeat(50)
  for (let written = 0, place = 0; written < bytes; place++) {
    const [id, time] = [`msg_${String(place).padStart(9, '0')}`, begun + place * 1_000]
    const role = place % 2 === 0 ? 'user' : 'assistant'
    message.run(id, 'ses_1', time, time, JSON.stringify({ role, time: { created: time, completed: time }, modelID: 'm', providerID: 'p', ...(role === 'assistant' ? { finish: 'stop' } : {}) }))
    part.run(`prt_${String(place).padStart(9, '0')}`, id, 'ses_1', time, time, JSON.stringify({ type: 'text', text }))
    written += text.length + 300
  }
  database.exec('COMMIT')
  database.close()
  return path
}
