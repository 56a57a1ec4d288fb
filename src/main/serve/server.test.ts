import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { checkSite, ownHosts } from './guard'
import { RPC_PATH, startServer, type RunningServer } from './server'
import { MESSAGE_MAX_PAYLOAD, type SocketHost } from './sockets'
import { loadStaticFiles } from '../page/static-files'

const TOKEN = 'a-token-for-these-tests'
const SECRET = 'not for the web'

/** A host that answers every message with itself, and counts what reaches it. */
const seen = { attached: 0, detached: 0, messages: 0 }
const echo: SocketHost = {
  attachSocket(socket) {
    seen.attached += 1
    socket.on('message', (data, isBinary) => {
      seen.messages += 1
      socket.send(data, { binary: isBinary })
    })
    return () => void (seen.detached += 1)
  }
}

let folder: string
let server: RunningServer
const lines: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crewdeck-serve-'))
  await mkdir(join(folder, 'renderer', 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), SECRET)
  await writeFile(join(folder, 'renderer', 'index.html'), '<!doctype html><title>Crewdeck</title>')
  await writeFile(join(folder, 'renderer', 'assets', 'index-DlqNbx_8.js'), 'export {}')
  await writeFile(join(folder, 'renderer', 'assets', 'two words.css'), 'a{}')
  await symlink(join(folder, 'secret.txt'), join(folder, 'renderer', 'link.txt'))
  server = await startServer({
    host: echo,
    files: await loadStaticFiles(join(folder, 'renderer')),
    address: '127.0.0.1',
    port: 0,
    token: TOKEN,
    log: (line) => lines.push(line)
  })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

beforeEach(() => Object.assign(seen, { attached: 0, detached: 0, messages: 0 }))

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: string
}

/** A request with the path exactly as given: `fetch` would tidy it up. */
function ask(path: string, options: { method?: string; headers?: Record<string, string> } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, ...options }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

function dial(
  options: { token?: string | null; protocols?: string[]; path?: string; headers?: Record<string, string>; origin?: string } = {}
): WebSocket {
  const token = options.token === undefined ? TOKEN : options.token
  const protocols = options.protocols ?? ['crewdeck.v1', ...(token === null ? [] : [`token.${token}`])]
  return new WebSocket(`ws://127.0.0.1:${server.port}${options.path ?? RPC_PATH}`, protocols, {
    headers: options.headers ?? {},
    ...(options.origin === undefined ? {} : { origin: options.origin })
  })
}

/** How a refused WebSocket was refused. */
function refusalOf(socket: WebSocket): Promise<Answer> {
  return new Promise((resolve, reject) => {
    socket.on('open', () => reject(new Error('It was let in.')))
    socket.on('error', reject)
    socket.on('unexpected-response', (_request, response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
  })
}

const errorOf = (answer: Answer): unknown => JSON.parse(answer.body)
const anError = (code: string) => ({ error: { code, message: expect.stringMatching(/.{10,}/) } })

describe('the files of the page', () => {
  it('serves the page with every safety header and asks for it again each time', async () => {
    const answer = await ask('/')
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('<title>Crewdeck</title>')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin'
    })
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; worker-src 'self'")
    expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${server.port};`)
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain("object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'")
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('lets a browser keep what has a hash in its name', async () => {
    const script = await ask('/assets/index-DlqNbx_8.js?v=1')
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable'
    })
    const style = await ask('/assets/two%20words.css')
    expect(style.headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' })
  })

  it('answers HEAD without a body', async () => {
    const answer = await ask('/', { method: 'HEAD' })
    expect([answer.status, answer.body]).toEqual([200, ''])
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(10)
  })

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/..\\secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/link.txt',
    '//etc/passwd',
    '/index.html%00.txt',
    '/assets',
    '/%',
    '/nothing'
  ])('has nothing at %s', async (path) => {
    const answer = await ask(path)
    expect(answer.status).toBe(404)
    expect(errorOf(answer)).toEqual(anError('NOT_FOUND'))
    expect(answer.body).not.toContain(SECRET)
  })

  it('takes no other method', async () => {
    const answer = await ask('/', { method: 'POST' })
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD'])
    expect(errorOf(answer)).toEqual(anError('BAD_INPUT'))
  })

  it('answers a request that is none', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.end('nonsense\r\n\r\n')
    let text = ''
    for await (const chunk of socket.setEncoding('utf8')) text += String(chunk)
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toContain('"BAD_INPUT"')
  })
})

describe('foreign names and pages', () => {
  it.each(['evil.example', 'evil.example:80', 'localhost', '127.0.0.1', '127.0.0.1:1', 'localhost.evil.example'])(
    'refuses the Host %j',
    async (host) => {
      const page = await ask('/', { headers: { host } })
      expect(page.status).toBe(403)
      expect(errorOf(page)).toEqual(anError('FORBIDDEN'))
      const socket = await refusalOf(dial({ headers: { host } }))
      expect(socket.status).toBe(403)
      expect(errorOf(socket)).toEqual(anError('FORBIDDEN'))
      expect(seen.attached).toBe(0)
    }
  )

  it.each(['localhost', '[::1]', 'LOCALHOST'])('answers to %s with its port', async (name) => {
    expect((await ask('/', { headers: { host: `${name}:${server.port}` } })).status).toBe(200)
  })

  it('refuses the Origin of another page, with the right token too', async () => {
    const origins = ['http://evil.example', 'null', 'http://localhost:1', `https://127.0.0.1:${server.port}`, `http://localhost:${server.port}`]
    for (const origin of origins) {
      const answer = await refusalOf(dial({ origin }))
      expect([origin, answer.status]).toEqual([origin, 403])
      expect(errorOf(answer)).toEqual(anError('FORBIDDEN'))
    }
    expect((await ask('/', { headers: { origin: 'http://evil.example' } })).status).toBe(403)
    expect(seen.attached).toBe(0)
  })

  it('answers to its own addresses when it listens on all of them', () => {
    const hosts = ownHosts('0.0.0.0', 8080)
    expect(checkSite({ host: '127.0.0.1:8080' }, hosts)).toBeNull()
    expect(checkSite({ host: 'evil.example:8080' }, hosts)).toMatchObject({ status: 403 })
    expect(checkSite({ host: '192.0.2.7:8080' }, ownHosts('192.0.2.7', 8080))).toBeNull()
    expect(checkSite({ host: '[fe80::1]:8080' }, ownHosts('FE80::1', 8080))).toBeNull()
    expect(checkSite({ host: 'localhost' }, ownHosts('127.0.0.1', 80))).toBeNull()
  })
})

describe('the WebSocket', () => {
  it.each([
    ['none', null],
    ['an empty one', ''],
    ['another', 'b-token-for-these-tests'],
    ['only its beginning', TOKEN.slice(0, -1)],
    ['more than it', `${TOKEN}s`]
  ])('refuses a token that is %s', async (_what, token) => {
    const protocols = token === '' ? ['crewdeck.v1', 'token.'] : undefined
    const answer = await refusalOf(dial({ token, ...(protocols ? { protocols } : {}) }))
    expect(answer.status).toBe(401)
    expect(errorOf(answer)).toEqual(anError('FORBIDDEN'))
    expect(answer.body).not.toContain(TOKEN)
    expect(seen.attached).toBe(0)
  })

  it('does not take the token from the address', async () => {
    const answer = await refusalOf(dial({ token: null, path: `${RPC_PATH}?token=${TOKEN}` }))
    expect(answer.status).toBe(401)
  })

  it('refuses a version that it does not speak', async () => {
    const answer = await refusalOf(dial({ protocols: ['crewdeck.v0', `token.${TOKEN}`] }))
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toEqual(anError('BAD_INPUT'))
  })

  it('is at one address only', async () => {
    const answer = await refusalOf(dial({ path: '/' }))
    expect(answer.status).toBe(404)
  })

  it('is not for plain requests', async () => {
    const answer = await ask(RPC_PATH)
    expect([answer.status, answer.headers['upgrade'], errorOf(answer)]).toEqual([426, 'websocket', anError('BAD_INPUT')])
  })

  it('lets the page in, answers with its version, and tells the host of the end', async () => {
    const socket = dial({ origin: `http://127.0.0.1:${server.port}` })
    await once(socket, 'open')
    expect(socket.protocol).toBe('crewdeck.v1')
    socket.send('hello')
    const [data] = (await once(socket, 'message')) as [Buffer]
    expect(data.toString()).toBe('hello')
    socket.close()
    await expect.poll(() => seen.detached).toBe(1)
    expect(seen.attached).toBe(1)
  })

  it('takes a large message, and ends the connection at one that is too large', async () => {
    const socket = dial()
    await once(socket, 'open')
    const large = 'x'.repeat(MESSAGE_MAX_PAYLOAD)
    socket.send(large)
    const [data] = (await once(socket, 'message')) as [Buffer]
    expect(data.length).toBe(MESSAGE_MAX_PAYLOAD)
    socket.send(`${large}x`)
    const [code] = (await once(socket, 'close')) as [number]
    expect(code).toBe(1009)
    expect(seen.messages).toBe(1)
    await expect.poll(() => seen.detached).toBe(1)
    expect(lines.join('\n')).toMatch(/A connection broke/)
  })
})

describe('the end', () => {
  it('says goodbye to those that listen, ends those that do not, and frees the port', async () => {
    const short = await startServer({
      host: echo,
      files: new Map(),
      address: '127.0.0.1',
      port: 0,
      token: TOKEN,
      log: (line) => lines.push(line)
    })
    const polite = new WebSocket(`ws://127.0.0.1:${short.port}${RPC_PATH}`, ['crewdeck.v1', `token.${TOKEN}`])
    await once(polite, 'open')
    const deaf = connect(short.port, '127.0.0.1')
    deaf.write(
      `GET ${RPC_PATH} HTTP/1.1\r\nHost: 127.0.0.1:${short.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n` +
        `Sec-WebSocket-Protocol: crewdeck.v1, token.${TOKEN}\r\n\r\n`
    )
    await once(deaf, 'data')
    await expect.poll(() => seen.attached).toBe(2)

    const started = performance.now()
    const goodbye = once(polite, 'close')
    const cut = once(deaf, 'close')
    await short.close()
    expect(performance.now() - started).toBeLessThan(2_000)
    expect((await goodbye)[0]).toBe(1001)
    await cut
    expect(seen.detached).toBe(2)

    const again = await startServer({ host: echo, files: new Map(), address: '127.0.0.1', port: short.port, token: TOKEN, log: () => {} })
    expect(again.port).toBe(short.port)
    await again.close()
  })

  it('says so when the port is taken', async () => {
    const attempt = startServer({ host: echo, files: new Map(), address: '127.0.0.1', port: server.port, token: TOKEN, log: () => {} })
    await expect(attempt).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})
