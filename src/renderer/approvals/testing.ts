/** Makers of model values for tests. */
import type { AskView } from '../../shared/asks'

/** An open request to write a file. */
export function makeAsk(change: Partial<Omit<AskView, 'request'>> & { request?: Partial<AskView['request']> } = {}): AskView {
  const { request, ...rest } = change
  return {
    id: 'a1',
    sessionId: 'p',
    workerId: 'w',
    workerName: 'Fare rules',
    turn: 12,
    askedAt: 1_800_000_000_000,
    state: 'open',
    optionId: null,
    text: null,
    decidedBy: null,
    decidedAt: null,
    ...rest,
    request: {
      kind: 'permission',
      title: 'Write a file',
      detail: 'a.txt',
      tool: 'write',
      act: 'write',
      paths: ['a.txt'],
      options: [
        { id: 'allow', label: 'Allow once', kind: 'allow-once' },
        { id: 'reject', label: 'Reject', kind: 'reject-once' }
      ],
      ...request
    }
  }
}
