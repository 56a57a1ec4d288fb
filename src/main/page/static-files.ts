/**
 * The built window, read once at start. A request can only name a file of this list, so no path that it could write
 * leads anywhere else, and a build that runs meanwhile never shows half of two versions.
 */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

export interface StaticFile {
  readonly body: Buffer
  readonly type: string
  readonly cache: string
}

/** By path as a URL names it, from the root: `/index.html`, and `/` for the same. */
export type StaticFiles = ReadonlyMap<string, StaticFile>

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2'
}

/** Rejects when the folder cannot be read or holds no `index.html`. Links are left out: they could lead outside. */
export async function loadStaticFiles(folder: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const url = encodeURI(path.slice(folder.length).replaceAll('\\', '/').replace(/^\/*/, '/'))
    const type = TYPES[extname(entry.name).toLowerCase()] ?? 'application/octet-stream'
    files.set(url, { body: await readFile(path), type, cache: cacheOf(url) })
  }
  const index = files.get('/index.html')
  if (!index) throw new Error(`There is no index.html in ${folder}.`)
  return files.set('/', index)
}

/** The bundler puts a hash of the content into every name under `assets/`; all else is asked for again. */
function cacheOf(url: string): string {
  if (/^\/assets\/.+-[\w-]{8,}\.\w+$/.test(url)) return 'public, max-age=31536000, immutable'
  return url.endsWith('.html') ? 'no-store' : 'no-cache'
}
