/** A slow host: its answers to some calls are held back until a spec lets them go, one by one. */
import { expect, type Page } from '@playwright/test'
import { z } from 'zod'

const Message = z.object({ i: z.union([z.string(), z.number()]), t: z.number().optional(), p: z.object({ u: z.string().optional() }).loose().nullish() })

export class HeldAnswers {
  readonly #held = new Map<string, (() => void)[]>()
  /** Of those that are held, the calls that the host never gets. */
  readonly #lost = new Set<string>()
  readonly #open = new Set<() => void>()
  #isAway = false
  #isMute = false

  /** From the next connection of the page on. */
  static async on(page: Page): Promise<HeldAnswers> {
    const answers = new HeldAnswers()
    await page.routeWebSocket(/\/rpc$/, (socket) => {
      if (answers.#isAway) return void socket.close()
      const host = socket.connectToServer()
      answers.#open.add(() => {
        void host.close()
        void socket.close()
      })
      /** Calls that are held, by their ids. */
      const calls = new Map<string | number, string>()
      socket.onMessage((message) => {
        const asked = parse(message)
        const path = asked?.p?.u?.replace(/^.*\/\/[^/]*/, '')
        if (asked && asked.t === undefined && path !== undefined && answers.#lost.has(path)) return void answers.#held.get(path)?.push(() => {})
        if (asked && asked.t === undefined && path !== undefined && answers.#held.has(path)) calls.set(asked.i, path)
        host.send(message)
      })
      host.onMessage((message) => {
        if (answers.#isMute) return
        const path = calls.get(parse(message)?.i ?? '')
        if (path === undefined) return socket.send(message)
        answers.#held.get(path)?.push(() => socket.send(message))
      })
    })
    return answers
  }

  /** Holds the answers to a call from now on: `workers/create`. */
  hold(call: string): void {
    this.#held.set(`/${call}`, [])
  }

  /** The same, and the calls do not even get to the host. */
  lose(call: string): void {
    this.hold(call)
    this.#lost.add(`/${call}`)
  }

  /** Resolves once that many answers are held. */
  async wait(call: string, count = 1): Promise<void> {
    await expect.poll(() => this.#held.get(`/${call}`)?.length, { message: `answers to ${call}` }).toBe(count)
  }

  /** The page hears nothing of the host any more, no answer and no news, until `mend`. */
  mute(): void {
    this.#isMute = true
  }

  /** Ends the connection, with all answers that are held, and lets none be made until `mend`. */
  cut(): void {
    this.#isAway = true
    this.#held.clear()
    this.#lost.clear()
    for (const close of this.#open) close()
    this.#open.clear()
  }

  mend(): void {
    this.#isAway = false
    this.#isMute = false
  }

  /** Lets the oldest answer go that is held. */
  letGo(call: string): void {
    this.#held.get(`/${call}`)?.shift()?.()
  }

  /** Lets all go, and holds none any more. */
  release(call: string): void {
    for (const send of this.#held.get(`/${call}`) ?? []) send()
    this.#held.delete(`/${call}`)
  }
}

function parse(message: string | Buffer): z.infer<typeof Message> | null {
  const text = typeof message === 'string' ? message : message.toString('utf8')
  // Bytes follow the text, if there are any, behind a mark that no text has.
  try {
    const parsed = Message.safeParse(JSON.parse(text.split('\u00ff')[0] ?? ''))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
