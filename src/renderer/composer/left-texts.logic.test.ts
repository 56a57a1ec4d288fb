import { expect, it } from 'vitest'
import { leftTexts } from './left-texts.logic'
import type { Unsent } from './pending.logic'

const message = (messageId: string, workerId: string, state: Unsent['state']): Unsent => ({
  messageId,
  sessionId: 'p',
  workerId,
  text: `text of ${messageId}`,
  delivery: 'queue',
  attachments: [],
  keepsParked: false,
  at: 0,
  state,
  problem: '',
  isCutOff: false,
  turn: null,
  stream: null
})

it('is all that was being written to that worker, and nothing that the host had or that was not changed', () => {
  const unsent = [message('failed', 'w', 'failed'), message('had', 'w', 'accepted'), message('other', 'v', 'failed')]
  const edits = {
    changed: { workerId: 'w', text: 'after', before: 'before' },
    opened: { workerId: 'w', text: 'same', before: 'same' },
    elsewhere: { workerId: 'v', text: 'after', before: 'before' }
  }
  expect(leftTexts('w', 'draft', unsent, edits)).toEqual([
    { kind: 'draft', id: 'w', text: 'draft' },
    { kind: 'unsent', id: 'failed', text: 'text of failed' },
    { kind: 'edit', id: 'changed', text: 'after' }
  ])
  expect(leftTexts('u', ' ', unsent, edits)).toEqual([])
})
