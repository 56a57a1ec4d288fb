/** The last lines that an agent has printed on its standard error, cleaned and without its secrets. */
import type { Readable } from 'node:stream'
import { cleanText } from '../shell/terminal-text'

/** What is kept, in characters. */
const KEPT = 8_000
/** What is shown of it. */
const SHOWN_LINES = 6
const SHOWN_CHARS = 800
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i

export class StderrTail {
  #text = ''
  readonly #secrets: readonly string[]

  constructor(source: Readable, env: Readonly<Record<string, string | undefined>>) {
    this.#secrets = Object.entries(env).flatMap(([name, value]) => (SECRET_NAME.test(name) && value && value.length >= 6 ? value : []))
    source.setEncoding('utf8')
    source.on('data', (text: string) => (this.#text = (this.#text + text).slice(-KEPT)))
    source.on('error', () => {})
  }

  /** Empty when it has said nothing. */
  get lastLines(): string {
    const lines = cleanText(this.#text).split('\n').map((line) => line.trimEnd()).filter((line) => line !== '')
    const shown = lines.slice(-SHOWN_LINES).join('\n').slice(-SHOWN_CHARS)
    return this.#secrets.reduce((text, secret) => text.replaceAll(secret, '…'), shown)
  }
}
