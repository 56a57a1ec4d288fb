/** Finding what was said. */
import { os } from './implementer'
import type { Parts } from './parts'

export function findCalls({ find }: Pick<Parts, 'find'>) {
  return {
    find: {
      messages: os.find.messages.handler(({ input }) => find.messages(input)),
      pending: os.find.pending.handler(({ input }) => find.pending(input))
    }
  }
}
