/** The files that turns made: listed, compared, shown and opened. */
import { os } from './implementer'
import type { Parts } from './parts'

export function artifactCalls({ artifacts, artifactList }: Pick<Parts, 'artifacts' | 'artifactList'>) {
  return {
    list: os.artifacts.list.handler(({ input }) => artifactList.page(input.sessionId, input.workerId, input.below)),
    compare: os.artifacts.compare.handler(({ input }) => artifactList.compare(input, input.against)),
    read: os.artifacts.read.handler(({ input }) => artifacts.read(input)),
    left: os.artifacts.left.handler(async ({ input }) => ({ text: await artifacts.left(input) })),
    path: os.artifacts.path.handler(({ input }) => ({ path: artifacts.path(input) })),
    open: os.artifacts.open.handler(async ({ input }) => ({ done: await artifacts.open(input) })),
    reveal: os.artifacts.reveal.handler(async ({ input }) => {
      await artifacts.reveal(input)
      return {}
    })
  }
}
