import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from '../page/policy'
import { loadStaticFiles } from '../page/static-files'
import { createRendererFiles } from './renderer-files'

let root: string
let answer: (request: Request) => Response
const get = (path: string): Response => answer(new Request(`app://crewdeck${path}`))

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'renderer-files-'))
  await mkdir(join(root, 'renderer', 'assets'), { recursive: true })
  await writeFile(join(root, 'secret.js'), 'secret')
  await writeFile(join(root, 'renderer', 'index.html'), '<!doctype html>')
  await writeFile(join(root, 'renderer', 'assets', 'main.js'), 'main')
  await symlink(join(root, 'secret.js'), join(root, 'renderer', 'assets', 'link.js'))
  answer = createRendererFiles(await loadStaticFiles(join(root, 'renderer')), 'crewdeck')
})
afterAll(() => rm(root, { recursive: true }))

describe('renderer files', () => {
  it('serves a file with its type and the policy', async () => {
    const response = get('/assets/main.js?v=1#top')
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('main')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy())
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('serves the page for the bare origin, and no body for HEAD', async () => {
    expect(await get('/').text()).toBe('<!doctype html>')
    const head = answer(new Request('app://crewdeck/index.html', { method: 'HEAD' }))
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it.each([
    '/../secret.js',
    '/assets/../../secret.js',
    '/%2e%2e/secret.js',
    '/..%2fsecret.js',
    '/assets/..%5c..%5csecret.js',
    '/assets%2fmain.js',
    '/assets/main.js%00.css',
    '//secret.js',
    '/assets',
    '/assets/',
    '/assets/link.js',
    '/C:/windows/win.ini',
    '/nothing.js'
  ])('refuses %s, with the policy on the refusal too', async (path) => {
    const response = get(path)
    expect(response.status).toBe(404)
    expect(await response.text()).toBe('No such file.')
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy())
  })

  it('refuses another host and another method', () => {
    expect(answer(new Request('app://other/index.html')).status).toBe(404)
    expect(answer(new Request('app://crewdeck/index.html', { method: 'POST', body: 'x' })).status).toBe(405)
  })
})
