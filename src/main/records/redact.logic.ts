/**
 * Values that stand beside a name which says that they are secret: assignments, options, headers, fields and the
 * password of an address. It knows names, not values: a secret without such a name is not found, and nothing says it is.
 */
import { WITHHELD } from '../../shared/records'

/** Words that make a name secret wherever they stand in it. */
const SECRET_WORDS = new Set([
  'secret', 'secrets', 'password', 'passwords', 'passwd', 'passphrase', 'credential', 'credentials',
  'authorization', 'cookie', 'cookies', 'apikey', 'apikeys', 'authtoken', 'accesstoken', 'privatekey'
])
/** Words that do so only at the end: `AUTH_TOKEN` is one, `TOKEN_LIMIT` is not. */
const SECRET_ENDS = new Set(['token', 'auth'])
/** Words before `key` or `keys` that make a key of a lock out of a key of a map. */
const KEY_KINDS = new Set(['api', 'private', 'access', 'secret', 'signing', 'encryption', 'auth', 'service', 'account', 'master', 'ssh'])

/** Whether a name (`OPENAI_API_KEY`, `accessToken`, `--db-password`) says that its value is secret. */
export function isSecretName(name: string): boolean {
  const words = name
    .slice(0, 200)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  return words.some((word, index) => {
    if (SECRET_WORDS.has(word)) return true
    if (SECRET_ENDS.has(word)) return index === words.length - 1
    return (word === 'key' || word === 'keys') && KEY_KINDS.has(words[index - 1] ?? '')
  })
}

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"?|'[^']*'?`
/** `NAME=value`, where a word may begin. */
const ASSIGNED = new RegExp(String.raw`(^|[\s;&|('"\x60,{[?-])([A-Za-z_][\w.-]{0,100})(=)(${QUOTED}|[^\s;&|'"\x60)]+)`, 'g')
/** `--name value`. */
const OPTION = new RegExp(String.raw`(^|\s)(--?[A-Za-z][\w-]{0,100})(\s+)(${QUOTED}|[^\s;&|'"\x60)-][^\s;&|'"\x60)]*)`, 'g')
/** `"name": "value"`, where a field may begin. */
const QUOTED_FIELD = /(["'])([A-Za-z_][\w. -]{0,100})\1(\s*:\s*)("(?:[^"\\]|\\.)*"?|'[^']*'?)/g
/** The same inside of a JSON string, where every quote has its backslash. */
const ESCAPED_FIELD = /(\\")([A-Za-z_][\w. -]{0,100})\1(\s*:\s*)(\\"(?:(?!\\")[^\n])*(?:\\")?)/g
/** `Name: the rest of the line`, as headers and settings have it. */
const LINE_FIELD = /(^[\t ]*(?:[<>*-] )?|["'])([A-Za-z_][\w.-]{0,100})(: *)([^\s"'{[][^\n"']*)/gm
/** `scheme://user:password@host`. */
const ADDRESS = /\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s/@:'"]{0,200}:)([^\s/@'"]{1,500})@/gi
/** `curl -u user:password`. */
const USER_OPTION = /(\s(?:-u|--user)[\s=]+["']?[^\s:'"]{1,200}:)([^\s'"]+)/g
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g

/** The text with such values replaced. Once replaced, a text stays as it is. */
export function redactText(text: string): string {
  const byName = (whole: string, before: string, name: string, sign: string, value: string) =>
    isSecretName(name) ? `${before}${name}${sign}${keepQuotes(value)}` : whole
  const field = (whole: string, quote: string, name: string, sign: string, value: string) =>
    isSecretName(name) ? `${quote}${name}${quote}${sign}${keepQuotes(value)}` : whole
  const line = (whole: string, before: string, name: string, sign: string, value: string) =>
    isSecretName(name) && !isPlainValue(value) ? `${before}${name}${sign}${WITHHELD}` : whole
  return text
    .replaceAll(PRIVATE_KEY, WITHHELD)
    .replaceAll(ASSIGNED, byName)
    .replaceAll(OPTION, byName)
    .replaceAll(QUOTED_FIELD, field)
    .replaceAll(ESCAPED_FIELD, field)
    .replaceAll(LINE_FIELD, line)
    .replaceAll(USER_OPTION, `$1${WITHHELD}`)
    .replaceAll(ADDRESS, `$1${WITHHELD}@`)
}

function keepQuotes(value: string): string {
  const quote = /^(?:\\"|["'])/.exec(value)?.[0] ?? ''
  return `${quote}${WITHHELD}${quote}`
}

/** What no secret looks like: nothing, a number, a word of JSON. */
function isPlainValue(value: string): boolean {
  return /^(?:\d{1,8}(?:\.\d+)?|true|false|null|undefined|none)?[\s,;]*$/i.test(value)
}
