/** Downloads: a one-time address each, whose answer is written as fast as the browser takes it. */
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DOWNLOAD_PATH } from '../../shared/export'
import { SAFETY_HEADERS } from '../page/policy'
import type { Written } from '../timeline/export'
import type { Refused } from './answers'

export interface Downloads {
  /** What a ticket stands for; null where it stands for nothing (any more). */
  take(ticket: string): Written | null
}

/** Sends what the path's ticket stands for, or returns why not. */
export function sendDownload(downloads: Downloads, path: string, response: ServerResponse): Refused | null {
  const isGet = response.req.method === 'GET'
  const what = isGet ? downloads.take(path.slice(DOWNLOAD_PATH.length)) : null
  if (!what) return { status: 404, code: 'NOT_FOUND', message: 'This download is over. Ask for it again.' }
  response.writeHead(200, {
    ...SAFETY_HEADERS,
    'Content-Type': what.type,
    'Content-Disposition': `attachment; filename="${what.name.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(what.name)}`,
    'Cache-Control': 'no-store'
  })
  // A download that breaks off is cut off, so that the browser says so.
  void pipeline(Readable.from(what.chunks(), { objectMode: false }), response).catch(() => response.destroy())
  return null
}
