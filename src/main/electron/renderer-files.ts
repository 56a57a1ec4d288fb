/** Answers the page's requests for its own files, with the policy on every answer, refusals included. */
import { contentSecurityPolicy, SAFETY_HEADERS } from '../page/policy'
import type { StaticFiles } from '../page/static-files'

const HEADERS = { ...SAFETY_HEADERS, 'Content-Security-Policy': contentSecurityPolicy() }

/**
 * Serves `files` as the origin of `host`. A request names one of them exactly or gets 404: nothing is decoded, joined or
 * resolved on the way, so there is no path to escape with.
 */
export function createRendererFiles(files: StaticFiles, host: string): (request: Request) => Response {
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405, 'Only GET and HEAD.')
    const url = new URL(request.url)
    const file = url.host === host ? files.get(url.pathname) : undefined
    if (!file) return refusal(404, 'No such file.')
    const body = request.method === 'HEAD' ? null : new Uint8Array(file.body)
    return new Response(body, { headers: { ...HEADERS, 'Content-Type': file.type } })
  }
}

function refusal(status: number, text: string): Response {
  return new Response(text, { status, headers: { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' } })
}
