/** Tokens of agent Sessions: who holds one speaks in the name of its Session. In memory only: none outlives the host. */
import { createHash, randomBytes } from 'node:crypto'

export class Tokens {
  readonly #tokens = new Map<string, string>()
  /**
   * Sessions by the digest of their token. Looking one up takes as long for a wrong token as for a right one, and how
   * near a guess comes does not show, since the guesser cannot choose digests.
   */
  readonly #sessions = new Map<string, string>()

  /** The Session's token, 256 random bits: a new one, or the one that it has. */
  issue(sessionId: string): string {
    const known = this.#tokens.get(sessionId)
    if (known !== undefined) return known
    const token = randomBytes(32).toString('base64url')
    this.#tokens.set(sessionId, token)
    this.#sessions.set(digestOf(token), sessionId)
    return token
  }

  /** Whose token it is; null when it is nobody's, or no longer. */
  sessionOf(token: string): string | null {
    return this.#sessions.get(digestOf(token)) ?? null
  }

  /** Takes the tokens of those Sessions back that `keeps` says no to. They never become valid again. */
  prune(keeps: (sessionId: string) => boolean): void {
    for (const [sessionId, token] of this.#tokens) {
      if (keeps(sessionId)) continue
      this.#tokens.delete(sessionId)
      this.#sessions.delete(digestOf(token))
    }
  }
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}
