/** The last lines that an agent has printed on its standard error, cleaned and without its secrets, and its end in words. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import type { Exit } from '../process/supervisor'
import { cleanText } from './shell/terminal-text'

/** What is kept, in characters. */
const KEPT = 8_000
/** What is shown of it. */
const SHOWN_LINES = 6
const SHOWN_CHARS = 800
/** How long the last words of a process that has ended are waited for, in ms. */
export const LAST_WORDS_MS = 250
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i

export class StderrTail {
  #text = ''
  readonly #secrets: readonly string[]

  constructor(
    private readonly source: Readable,
    env: Readonly<Record<string, string | undefined>>
  ) {
    this.#secrets = Object.entries(env).flatMap(([name, value]) => (SECRET_NAME.test(name) && value && value.length >= 6 ? value : []))
    source.setEncoding('utf8')
    source.on('data', (text: string) => (this.#text = (this.#text + text).slice(-KEPT)))
    source.on('error', () => {})
  }

  /** Behind what is told of the agent; empty when it has said nothing. */
  get afterword(): string {
    const last = this.#lastLines()
    return last === '' ? '' : ` It said last:\n${last}`
  }

  /** How the agent of this name has ended, once its last words are there. */
  async endOf(label: string, { code, signal }: Exit): Promise<string> {
    await Promise.race([new Promise((done) => this.source.once('close', done)), delay(LAST_WORDS_MS)])
    return `${label} ended by itself (${signal ?? `code ${code}`}).${this.afterword || ' It said nothing.'}`
  }

  #lastLines(): string {
    const lines = cleanText(this.#text).split('\n').map((line) => line.trimEnd()).filter((line) => line !== '')
    const shown = lines.slice(-SHOWN_LINES).join('\n').slice(-SHOWN_CHARS)
    return this.#secrets.reduce((text, secret) => text.replaceAll(secret, '…'), shown)
  }
}
