import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ATTACHMENT_CHUNK_BYTES, ATTACHMENT_MAX_BYTES } from '../../shared/limits'
import { Crew } from '../testing/crew'
import { sentMessages } from './sent'

let crew: Crew
beforeEach(() => {
  crew = new Crew()
})
afterEach(() => crew.close())

const folder = () => join(crew.folder, 'data', 'attachments')
const kept = () => readdirSync(folder()).filter((name) => name !== 'parts')

/** Puts a file in parts of `step` bytes, as a window does. */
async function put(id: string, content: string | Buffer, name = 'notes.md', workerId = 'w', step = ATTACHMENT_CHUNK_BYTES) {
  const data = Buffer.from(content)
  let last = await crew.attachments.put(workerId, { id, name, bytes: data.length, offset: 0, data: data.subarray(0, step) })
  while (last.attachment === null) last = await crew.attachments.put(workerId, { id, name, bytes: data.length, offset: last.received, data: data.subarray(last.received, last.received + step) })
  return last.attachment
}

const send = (messageId: string, attachments: string[], workerId = 'w') =>
  crew.workers.send(crew.sessionId, workerId, { messageId, text: `text of ${messageId}`, delivery: 'queue', source: { kind: 'user' }, attachments })

async function busy(id = 'w', engine: 'pi' | 'shell' = 'pi') {
  crew.worker(id, 'task', engine)
  const turn = await (engine === 'pi' ? crew.steering : crew.plain).turnOf(id)
  turn.sink.step(1)
  return turn
}

describe('a draft', () => {
  it('is replaced only by what was made from it; what another window wrote stays', () => {
    crew.worker('w', 'task', 'pi')
    const save = (text: string, base: string) => crew.workers.saveDraft(crew.sessionId, 'w', text, base)
    save('a long draft', '')
    expect(() => save('x', '')).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    expect(crew.workers.draft(crew.sessionId, 'w')).toBe('a long draft')
    // Its answer was lost: the same call again.
    save('a long draft', '')
    save('a long draft\n\nx', 'a long draft')
    expect(crew.workers.draft(crew.sessionId, 'w')).toBe('a long draft\n\nx')
  })
})

describe('a file that is put', () => {
  it('is whole in the draft once all of its parts are there, in whatever way they come', async () => {
    await busy()
    expect(await put('a', 'héllo wörld', 'notes.md', 'w', 3)).toEqual({ id: 'a', name: 'notes.md', bytes: 13, kind: 'text' })
    expect(await put('a', 'héllo wörld', 'notes.md')).toEqual({ id: 'a', name: 'notes.md', bytes: 13, kind: 'text' })
    const part = { id: 'b', name: 'b', bytes: 4, offset: 0, data: Buffer.from('ab') }
    expect(await crew.attachments.put('w', part)).toEqual({ received: 2, attachment: null })
    expect(await crew.attachments.put('w', part)).toEqual({ received: 2, attachment: null })
    expect(await crew.attachments.put('w', { ...part, offset: 3, data: Buffer.from('d') })).toEqual({ received: 2, attachment: null })
    const [one, two] = await Promise.all([
      crew.attachments.put('w', { ...part, offset: 2, data: Buffer.from('c') }),
      crew.attachments.put('w', { ...part, offset: 3, data: Buffer.from('d') })
    ])
    expect([one.received, two.received]).toEqual([3, 4])
    expect(crew.attachments.drafted('w').map(({ id }) => id)).toEqual(['a', 'b'])
    expect(readFileSync(join(folder(), kept().find((name) => name.endsWith('.txt')) ?? ''), 'utf8')).toBe('abcd')
  })

  it('says what kind it is by its content, and is called by what can be seen of its name', async () => {
    await busy()
    expect(await put('a', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2]), 'x.txt')).toMatchObject({ kind: 'image' })
    expect(await put('b', Buffer.from([0xff, 0xfe, 0, 1]), 'x\u202Egnp.exe')).toMatchObject({ kind: 'file', name: 'xgnp.exe' })
    expect(await put('c', 'x', '../../etc/passwd')).toMatchObject({ kind: 'text', name: '../../etc/passwd' })
    expect(kept().every((name) => /^[0-9a-f]{64}(\.[a-z0-9]+)?$/.test(name))).toBe(true)
  })

  it('is refused when it is empty, too large, or under an id that is taken; nothing is left of it', async () => {
    await busy()
    crew.worker('v')
    await put('a', 'mine')
    const part = { id: 'z', name: 'z', bytes: 0, offset: 0, data: Buffer.alloc(0) }
    await expect(crew.attachments.put('w', part)).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(crew.attachments.put('w', { ...part, bytes: ATTACHMENT_MAX_BYTES + 1 })).rejects.toMatchObject({ code: 'TOO_LARGE' })
    await expect(crew.attachments.put('w', { ...part, bytes: 2, data: Buffer.from('abc') })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(crew.attachments.put('v', { ...part, id: 'a', bytes: 4, data: Buffer.from('mine') })).rejects.toMatchObject({ code: 'CONFLICT' })
    await crew.attachments.put('w', { ...part, bytes: 2, data: Buffer.from('a') })
    crew.attachments.remove('w', 'z')
    await expect(crew.attachments.put('w', { ...part, bytes: 2, offset: 1, data: Buffer.from('b') })).resolves.toEqual({ received: 0, attachment: null })
    expect(crew.attachments.drafted('w').map(({ id }) => id)).toEqual(['a'])
  })

  it('is kept once, however often it is put, until nobody has it any more', async () => {
    await busy()
    await busy('v')
    await put('a', 'same')
    await put('b', 'same')
    await put('c', 'same', 'notes.md', 'v')
    expect(kept()).toHaveLength(1)
    crew.attachments.remove('w', 'a')
    await crew.workers.delete(crew.sessionId, 'w')
    expect(kept()).toHaveLength(1)
    await crew.workers.delete(crew.sessionId, 'v')
    expect(kept()).toEqual([])
  })
})

describe('a message with attachments', () => {
  it('takes them out of the draft, and its agent is told where they are', async () => {
    const turn = await busy()
    await put('a', 'content')
    await put('b', 'more', 'b.csv')
    send('m', ['a', 'b'])
    expect(crew.attachments.drafted('w')).toEqual([])
    expect(crew.log.inbox.all('w')[0]?.message.attachments).toMatchObject([{ id: 'a', name: 'notes.md', bytes: 7, kind: 'text' }, { id: 'b' }])
    turn.end()
    const [input] = (await crew.steering.turnOf('w', 2)).inputs
    const path = /: (\S+\.md)$/m.exec(input?.text ?? '')?.[1] ?? ''
    expect(input?.text).toContain('text of m\n\n2 files are attached to this message. Read them from disk:\n- "notes.md" (text, 7 bytes): ')
    expect(readFileSync(path, 'utf8')).toBe('content')
  })

  it('leaves a command as it was typed, and gives it the paths as variables', async () => {
    const turn = await busy('w', 'shell')
    await put('a', 'content')
    send('m', ['a'])
    turn.end()
    const [input] = (await crew.plain.turnOf('w', 2)).inputs
    expect(input?.text).toBe('text of m')
    expect(input?.files).toMatchObject([{ name: 'notes.md', bytes: 7 }])
  })

  it('is one message however often it is sent, and another one with other attachments', async () => {
    await busy()
    await put('a', 'content')
    await put('b', 'more')
    const receipt = send('m', ['a'])
    expect(send('m', ['a'])).toEqual(receipt)
    expect(() => send('m', ['b'])).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    expect(() => send('m', [])).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    expect(crew.attachments.drafted('w').map(({ id }) => id)).toEqual(['b'])
  })

  it('may have no text of its own', async () => {
    const turn = await busy()
    await put('a', 'content')
    const bare = { messageId: 'm', text: '', delivery: 'queue', source: { kind: 'user' } } as const
    expect(() => crew.workers.send(crew.sessionId, 'w', bare)).toThrow('empty')
    crew.workers.send(crew.sessionId, 'w', { ...bare, attachments: ['a'] })
    turn.end()
    expect((await crew.steering.turnOf('w', 2)).inputs[0]?.text).toMatch(/^A file is attached to this message/)
  })

  it('gives them to several workers, each with a copy of its own', async () => {
    await busy()
    await busy('v')
    await put('a', 'content')
    send('m1', ['a'])
    send('m2', ['a'], 'v')
    send('m3', ['a'])
    const [first] = crew.log.inbox.all('v')[0]?.message.attachments ?? []
    expect(first).toMatchObject({ name: 'notes.md', bytes: 7 })
    expect(first?.id).not.toBe('a')
    await crew.workers.delete(crew.sessionId, 'w')
    expect((await crew.attachments.read('v', first?.id ?? '')).content).toMatchObject({ text: 'content' })
  })

  it('is refused, and nothing of it is there, when one of them is gone or another Project’s', async () => {
    await busy()
    await put('a', 'content')
    expect(() => send('m', ['a', 'gone'])).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    expect(crew.attachments.drafted('w').map(({ id }) => id)).toEqual(['a'])
    expect(crew.pending('w')).toEqual([])
    expect(() => send('m', Array.from({ length: 11 }, (_, index) => `x${index}`))).toThrow(expect.objectContaining({ code: 'TOO_LARGE' }))
  })

  it('gives them back to the draft when it is taken back', async () => {
    await busy()
    await put('a', 'content')
    send('m', ['a'])
    expect(() => crew.attachments.remove('w', 'a')).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    await crew.workers.withdraw(crew.sessionId, 'w', 'm')
    expect(crew.attachments.drafted('w').map(({ id }) => id)).toEqual(['a'])
    send('again', ['a'])
  })

  it('keeps them when it is edited, moved or sent now, and when the host dies', async () => {
    await busy()
    await put('a', 'content')
    send('m', ['a'])
    send('n', [])
    await crew.workers.editPending(crew.sessionId, 'w', { messageId: 'm', text: 'better' })
    await crew.workers.reorderPending(crew.sessionId, 'w', 'm', null)
    crew.workers.sendNow(crew.sessionId, 'w', 'm')
    const { folder: place } = crew
    // It died between the file and its row.
    crew.db.run('INSERT INTO attachment_file (file) VALUES (?)', 'f'.repeat(64))
    writeFileSync(join(folder(), 'f'.repeat(64)), 'left by a crash')
    writeFileSync(join(folder(), 'parts', 'torn'), 'left by a crash')
    crew.die()
    crew = new Crew(place)
    crew.sessions.repair()
    expect(crew.log.inbox.all('w')[0]?.message).toMatchObject({ id: 'm', text: 'better', attachments: [{ id: 'a' }] })
    expect(kept()).toHaveLength(1)
    expect(existsSync(join(folder(), 'parts', 'torn'))).toBe(false)
  })
})

it('leaves alone what another database has made, and goes on from it when that one is back', async () => {
  await busy()
  await put('a', 'content')
  send('m', ['a'])
  const { folder: place } = crew
  const [file] = kept()
  crew.die()
  const database = (suffix: string, of: string, to: string) =>
    existsSync(join(place, of, `crewdeck.db${suffix}`)) && renameSync(join(place, of, `crewdeck.db${suffix}`), join(place, to, `crewdeck.db${suffix}`))
  mkdirSync(join(place, 'aside'))
  for (const suffix of ['', '-wal', '-shm']) database(suffix, 'data', 'aside')
  crew = new Crew(place)
  expect(kept()).toEqual([file])
  crew.die()
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(join(place, 'data', `crewdeck.db${suffix}`), { force: true })
    database(suffix, 'aside', 'data')
  }
  crew = new Crew(place)
  expect((await crew.attachments.read('w', 'a')).content).toMatchObject({ text: 'content' })
})

it('reads the beginning of a text, and says where it is cut', async () => {
  await busy()
  await put('a', 'é'.repeat(200_000))
  const read = await crew.attachments.read('w', 'a')
  expect(read.content).toEqual({ kind: 'text', text: 'é'.repeat(131_072), isCut: true })
  await put('b', Buffer.from([0, 1]))
  expect((await crew.attachments.read('w', 'b')).content).toEqual({ kind: 'none', why: 'not-text' })
  await expect(crew.attachments.read('v', 'a')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

describe('what the operator has said', () => {
  it('comes newest first, those that wait before all, a page at a time and without what others said', async () => {
    const turn = await busy()
    crew.steering.onTurn = (next) => {
      next.reply('so be it')
      next.end()
    }
    for (let i = 0; i < 30; i++) crew.send('w', `m${i}`, 'queue')
    crew.workers.send(crew.sessionId, 'w', { messageId: 'theirs', text: 'x', delivery: 'queue', source: { kind: 'coordinator', senderSessionId: crew.sessionId } })
    turn.end()
    await crew.idle('w')
    crew.steering.onTurn = () => undefined
    crew.send('w', 'open', 'queue')
    await crew.steering.turnOf('w', 33)
    crew.now += 1
    crew.send('w', 'waits 1', 'queue')
    crew.now += 1
    crew.send('w', 'waits 2', 'queue')
    const first = sentMessages(crew.log, 'w', null)
    expect(first.messages.slice(0, 4).map(({ text }) => text)).toEqual(['waits 2', 'waits 1', 'open', 'm29'])
    expect(first.messages).toHaveLength(20)
    const second = sentMessages(crew.log, 'w', first.next)
    expect([...first.messages, ...second.messages].map(({ text }) => text)).toEqual(['waits 2', 'waits 1', 'open', ...Array.from({ length: 30 }, (_, i) => `m${29 - i}`), 'task'])
    expect(second.next).toBeNull()
  })
})

it('reads a picture with its size, unless it would fill the memory of a window', async () => {
  await busy()
  const png = (width: number) => {
    const bytes = Buffer.alloc(24)
    bytes.write('\x89PNG\r\n\x1a\n', 'latin1')
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(width, 20)
    return bytes
  }
  await put('a', png(2), 'dot.png')
  await put('b', png(60_000), 'bomb.png')
  expect((await crew.attachments.read('w', 'a')).content).toEqual({ kind: 'image', type: 'image/png', width: 2, height: 2, data: png(2).toString('base64') })
  expect((await crew.attachments.read('w', 'b')).content).toEqual({ kind: 'none', why: 'too-large' })
})

it('gives all of one away, to its own worker, as long as it is kept', async () => {
  await busy()
  const content = Buffer.alloc(300_000, 'xyz')
  await put('a', content, 'long.txt')
  const { name, chunks } = await crew.attachments.whole('w', 'a')
  const pieces: Uint8Array[] = []
  for await (const piece of chunks()) pieces.push(piece)
  expect([name, Buffer.concat(pieces).equals(content)]).toEqual(['long.txt', true])
  await expect(crew.attachments.whole('v', 'a')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  crew.attachments.remove('w', 'a')
  await expect(crew.attachments.whole('w', 'a')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
