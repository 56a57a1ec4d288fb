/** Watches that a model answers: its first byte, and then that it does not fall silent for good. */

/** A model that has begun may be silent for this long, in ms. Thinking models that hide their thoughts are. */
const SILENCE_MS = 300_000

export class ModelWatch {
  #timer: NodeJS.Timeout | undefined
  /** How long the model was silent when it was given up, in ms; null while it was not. */
  gaveUpAfterMs: number | null = null

  constructor(
    private readonly firstByteMs: number,
    private readonly giveUp: () => void
  ) {}

  /** A model call begins. */
  called(): void {
    this.#expect(this.firstByteMs)
  }

  /** The model has said something. */
  heard(): void {
    this.#expect(Math.max(SILENCE_MS, this.firstByteMs))
  }

  /** Nobody waits for the model now. */
  rest(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #expect(ms: number): void {
    this.rest()
    this.#timer = setTimeout(() => {
      this.gaveUpAfterMs = ms
      this.giveUp()
    }, ms)
  }
}
