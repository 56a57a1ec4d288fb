import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDoor } from './door'
import { servedAt } from './served-file'

let folder: string
let said: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crewdeck-door-'))
  said = []
})
afterEach(() => rm(folder, { recursive: true }))

const page = { body: Buffer.from('page'), type: 'text/html', cache: 'no-store' }
const behind = () => ({ host: { attachSocket: () => () => {} }, files: new Map([['/', page]]), address: '127.0.0.1', log: (line: string) => void said.push(line) })

/** One start and its end. */
async function served(port: number | null = null, token: string | null = null) {
  const { server, token: key } = await openDoor(folder, port, token, behind())
  await server.close()
  return { port: server.port, token: key }
}

describe('the door of the served host', () => {
  it('is the same from start to start, and in a private file', async () => {
    const first = await served()
    expect(await served()).toEqual(first)
    expect((await stat(join(folder, 'served.json'))).mode & 0o777).toBe(0o600)
    expect(said).toEqual([])
  })

  it('is as the operator says, which changes nothing about the kept one', async () => {
    const first = await served()
    const free = await served(0)
    expect(free.token).not.toBe(first.token)
    expect((await served(null, 'a-token-of-my-own')).token).toBe('a-token-of-my-own')
    expect(await readFile(join(folder, 'served.json'), 'utf8')).not.toContain('a-token-of-my-own')
    expect(await served()).toEqual(first)
  })

  it('is another one, with another key, when somebody has the port; and says so', async () => {
    const first = await served()
    const other = createServer().listen(first.port, '127.0.0.1')
    await once(other, 'listening')
    const second = await served()
    expect(second.port).not.toBe(first.port)
    expect(second.token).not.toBe(first.token)
    expect(said).toEqual([expect.stringContaining(`Port ${first.port}, where Crewdeck was served before, is in use`)])
    await expect(openDoor(folder, first.port, null, behind())).rejects.toMatchObject({ code: 'EADDRINUSE' })
    other.close()
    expect(await served()).toEqual(second)
  })

  it('is new when the file is damaged', async () => {
    await writeFile(join(folder, 'served.json'), '{"version":1,"kept":{"port":0}}')
    const first = await served()
    expect(await served()).toEqual(first)
  })

  it('is told to a second start as long as it answers, without a key that is the operator’s own', async () => {
    expect(await servedAt(folder)).toBeNull()
    const own = await openDoor(folder, 0, null, behind())
    expect(await servedAt(folder)).toBe(`${own.server.origin}/#token=${own.token}`)
    await own.server.close()
    expect(await servedAt(folder)).toBeNull()
    const given = await openDoor(folder, null, 'a-token-of-my-own', behind())
    expect(await servedAt(folder)).toBe(given.server.origin)
    await given.server.close()
  })
})
