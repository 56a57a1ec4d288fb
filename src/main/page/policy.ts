/** What the page may load and do, said by the headers of every file that we serve to it. */

/** On every answer, whatever its kind. */
export const SAFETY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin'
} as const

/** The page may name the file of its own worker as a script by this policy of src/renderer/text/code, and nothing else. */
const WORKER_POLICY = 'crewdeck-worker'

/**
 * Only our own files; no inline script or style, no eval, no frames, no forms, and no string that becomes markup or
 * code. React sets inline styles through the CSSOM, which this does not concern. `connect` names what the page may speak
 * to besides its own origin.
 */
export function contentSecurityPolicy(...connect: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${WORKER_POLICY}`
  ].join('; ')
}
