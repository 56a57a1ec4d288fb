/** The demo, made and removed on the operator's word. */
import { os } from './implementer'
import type { Parts } from './parts'

export function demoCalls({ demo, projects }: Pick<Parts, 'demo' | 'projects'>) {
  return {
    start: os.demo.start.handler(async ({ input }) => {
      const { row, workerId } = await demo.start(input.language)
      return { project: projects.view(row), workerId }
    }),
    remove: os.demo.remove.handler(async () => {
      await demo.remove()
      return {}
    })
  }
}
