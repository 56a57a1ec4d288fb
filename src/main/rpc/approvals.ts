/** Requests of agents, and what workers may do. */
import { latest } from '../latest'
import { os } from './implementer'
import type { Parts } from './parts'

export function approvalCalls({ approvals, projects, rights, workers }: Parts) {
  return {
    watch: os.approvals.watch.handler(({ signal }) =>
      latest(
        signal,
        (listener) => approvals.onChange(listener),
        () => ({ asks: approvals.open() })
      )
    ),
    answer: os.approvals.answer.handler(({ input }) => {
      approvals.answer(input.id, input)
      return {}
    }),
    trail: os.approvals.trail.handler(({ input: { sessionId, ...query } }) => ({ asks: approvals.trail({ projectId: sessionId, ...query }) })),
    rights: os.approvals.rights.handler(({ input: { sessionId, workerId }, signal }) => {
      workers.member(sessionId, workerId, 'project')
      return latest(
        signal,
        (listener) => {
          const stops = [rights.onChange((id) => id === workerId && listener()), projects.onChange(listener)]
          return () => stops.forEach((stop) => stop())
        },
        () => rights.of(workerId)
      )
    }),
    setPolicy: os.approvals.setPolicy.handler(({ input: { sessionId, workerId, policy } }) => {
      workers.member(sessionId, workerId, 'project')
      rights.setOwn(workerId, policy)
      return {}
    }),
    revoke: os.approvals.revoke.handler(({ input: { sessionId, workerId, tool } }) => {
      workers.member(sessionId, workerId, 'project')
      rights.revoke(workerId, tool)
      return {}
    })
  }
}
