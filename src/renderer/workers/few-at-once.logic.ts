/** How many calls a bulk act has under way: one more would not be sooner done. */
const AT_ONCE = 8

/** Does it for each, a few at a time, in order. Rejects as `work` does, and then begins no more. */
export async function fewAtOnce<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const left = all.values()
  const worker = async (): Promise<void> => {
    for (const one of left) await work(one)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, all.length) }, worker))
}
