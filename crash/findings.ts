/** What was found to be wrong, each thing once however often it is seen again. */

/** `lost` and `doubled` for messages, completions and events; `wrongStatus` for whatever else is said and not true. */
export type Kind = 'lost' | 'doubled' | 'wrongStatus' | 'orphans'

export interface Finding {
  readonly kind: Kind
  readonly what: string
  /** After which kill. */
  readonly kill: number
}

export class Findings {
  readonly #found = new Map<string, Finding>()
  /** The kill that is being looked at. */
  kill = 0
  readonly #tell: (finding: Finding) => void

  constructor(tell: (finding: Finding) => void) {
    this.#tell = tell
  }

  add(kind: Kind, what: string): void {
    const key = `${kind} ${what}`
    if (this.#found.has(key)) return
    const finding = { kind, what, kill: this.kill }
    this.#found.set(key, finding)
    this.#tell(finding)
  }

  count(kind: Kind): number {
    return this.all().filter((finding) => finding.kind === kind).length
  }

  all(): Finding[] {
    return [...this.#found.values()]
  }
}
