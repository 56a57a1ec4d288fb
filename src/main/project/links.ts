/** Addresses in texts, opened outside. Parsed here, whatever the window has checked already. */
import { Refusal } from '../../shared/errors'
import type { Desktop } from '../host-options'

const ALLOWED = new Set(['http:', 'https:', 'mailto:'])

export class Links {
  constructor(private readonly desktop: Desktop | null) {}

  /** @throws Refusal BAD_INPUT, FORBIDDEN, UNAVAILABLE */
  async open(address: string): Promise<void> {
    const url = checkedAddress(address)
    if (!this.desktop) throw new Refusal('UNAVAILABLE', 'This host has no desktop to open it on.', 'Open it in your browser.')
    await this.desktop.openUrl(url.href)
  }
}

/** @throws Refusal when the address is not one that may be opened outside */
export function checkedAddress(address: string): URL {
  if (!URL.canParse(address)) throw new Refusal('BAD_INPUT', 'That is not an address.')
  const url = new URL(address)
  if (!ALLOWED.has(url.protocol)) throw new Refusal('FORBIDDEN', `Addresses of the kind "${url.protocol}" are not opened.`)
  if (url.username !== '' || url.password !== '') throw new Refusal('FORBIDDEN', 'An address that carries a password is not opened.')
  return url
}
