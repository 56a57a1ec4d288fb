/**
 * Who may speak to the served host. Loopback is shared by every user and every page of the machine, so each request
 * must name us by a name that is ours (a foreign site that points its own name here is refused), must not come from
 * another page, and must know the token before anything happens.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Refused } from './answers'

export const PROTOCOL = 'crewdeck.v1'
const TOKEN_PREFIX = 'token.'

/** 256 bits, in letters that a URL and a WebSocket subprotocol both take. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a token given by the operator fits into a URL and a subprotocol and is not a mere word. */
export function isUsableToken(token: string): boolean {
  return /^[A-Za-z0-9._~-]{16,256}$/.test(token)
}

/** An address as it stands in a URL, in brackets where it is IPv6. */
export function urlHost(address: string): string {
  return isIPv6(address) ? `[${address.toLowerCase()}]` : address.toLowerCase()
}

export function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::'
}

/** The values of the Host header that mean this server. One that listens everywhere answers to its own addresses. */
export function ownHosts(address: string, port: number): ReadonlySet<string> {
  const names = ['127.0.0.1', 'localhost', '[::1]', urlHost(address)]
  if (isWildcard(address)) {
    for (const list of Object.values(networkInterfaces())) {
      for (const entry of list ?? []) names.push(urlHost(entry.address))
    }
  }
  const withPort = names.map((name) => `${name}:${port}`)
  return new Set(port === 80 ? [...names, ...withPort] : withPort)
}

/** Null when the request names us and comes from our own page or from no page at all. */
export function checkSite(headers: IncomingHttpHeaders, hosts: ReadonlySet<string>): Refused | null {
  const host = headers.host?.toLowerCase()
  if (host === undefined || !hosts.has(host)) {
    return {
      status: 403,
      code: 'FORBIDDEN',
      message: 'This Host is not served here. Use the address that Crewdeck printed at its start.'
    }
  }
  if (headers.origin !== undefined && headers.origin.toLowerCase() !== `http://${host}`) {
    return { status: 403, code: 'FORBIDDEN', message: 'Only the page of this Crewdeck may connect to it.' }
  }
  return null
}

/** Answers whether an offered token is the right one, in a time that does not depend on how wrong it is. */
export type TokenCheck = (offered: string) => boolean

export function tokenCheck(token: string): TokenCheck {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(token)
  return (offered) => timingSafeEqual(digest(offered), expected)
}

const WRONG_TOKEN: Refused = {
  status: 401,
  code: 'FORBIDDEN',
  message: 'The token is missing or wrong. Open the address that Crewdeck printed at its last start, with all of its end.'
}

/** A WebSocket brings its token as a subprotocol: a browser can send no other header with it. */
export function checkSubprotocols(header: string | undefined, isRight: TokenCheck): Refused | null {
  const offered = (header ?? '').split(',').map((name) => name.trim())
  if (!offered.some((name) => name.startsWith(TOKEN_PREFIX) && isRight(name.slice(TOKEN_PREFIX.length)))) return WRONG_TOKEN
  if (!offered.includes(PROTOCOL)) {
    return { status: 400, code: 'BAD_INPUT', message: `This host speaks ${PROTOCOL}. Load the page again to get the version that fits.` }
  }
  return null
}
