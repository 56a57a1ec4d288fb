/**
 * What a link in a text may do. Only complete http, https and mailto addresses can be opened, and the host opens them
 * after parsing them again; everything else (relative, `//host`, `\\host\share`, `C:/`, `javascript:`, `data:`) is text.
 */
export type Link =
  /** `host` is where the address really leads. */
  | { kind: 'open'; url: string; host: string }
  | { kind: 'inert' }

const INERT: Link = { kind: 'inert' }
const WEB = /^https?:\/\/[^/\\?#]/i
const MAIL = /^mailto:[^@\s]+@[^@\s?]+/i
/** Characters that a URL parser drops without a word, and that no honest address has. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/
/** Longest address that the host opens, in characters. */
const MAX_CHARS = 8192

/** Decides about an address as it stands in a text. */
export function linkOf(href: string): Link {
  if (href.length > MAX_CHARS || CONTROL.test(href) || !(WEB.test(href) || MAIL.test(href))) return INERT
  const url = parse(href)
  if (!url || url.username !== '' || url.password !== '') return INERT
  const host = url.protocol === 'mailto:' ? (url.pathname.split('@').at(-1) ?? '') : url.host
  return host === '' ? INERT : { kind: 'open', url: href, host }
}

/** Whether the words of a link name another host than the one it leads to. */
export function namesAnotherHost(words: string, host: string): boolean {
  const claim = /^\s*(?:[a-z][a-z\d+.-]*:\/\/|mailto:)?(?:[^\s/@]+@)?([^\s/?#:@]+\.[^\s/?#:@.]{2,})(?=[\s/?#:]|$)/i.exec(words)?.[1]
  if (claim === undefined) return false
  return bare(parse(`https://${claim}`)?.host ?? claim) !== bare(host.replace(/:\d+$/, ''))
}

/** The host that a text names as the source of a picture; empty when it names none. */
export function hostOf(src: string): string {
  return parse(src.startsWith('//') ? `https:${src}` : src)?.host ?? ''
}

/**
 * The path that a link or a word of code names, as files are listed: relative, with forward slashes, without the line
 * that may follow it. Null for what cannot be one.
 */
export function pathOf(text: string): string | null {
  const path = decoded(text)
    .replace(/#L?\d.*$/i, '')
    .replace(/(?::\d+){1,2}$/, '')
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
  const isPath = path !== '' && path.length <= 1_000 && !CONTROL.test(path) && !path.startsWith('//') && !/^[a-z][a-z\d+.-]+:/i.test(path)
  return isPath ? path : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function bare(host: string): string {
  return host.toLowerCase().replace(/^www\./, '')
}

function parse(text: string): URL | null {
  return URL.parse(text)
}
