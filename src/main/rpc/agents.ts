/** Agents of the operator's own: what is found, checked and installed. Nothing is done here that nobody has asked for. */
import { latest } from '../latest'
import { os } from './implementer'
import type { Parts } from './parts'

export function agentCalls({ agents }: Parts) {
  return {
    watch: os.agents.watch.handler(({ signal }) =>
      latest(
        signal,
        (listener) => agents.onChange(listener),
        async () => ({ agents: await agents.views(), notices: agents.notices() })
      )
    ),
    look: os.agents.look.handler(async () => {
      await agents.look()
      return {}
    }),
    check: os.agents.check.handler(({ input }) => agents.check(input.id)),
    installAdapter: os.agents.installAdapter.handler(({ input }) => agents.installAdapter(input.id)),
    removeAdapter: os.agents.removeAdapter.handler(({ input }) => agents.removeAdapter(input.id)),
    save: os.agents.save.handler(({ input }) => agents.save(input)),
    remove: os.agents.remove.handler(async ({ input }) => {
      await agents.remove(input.id)
      return {}
    })
  }
}
