/** `control_workers`, sentence by sentence: its calls, what it shows, and who may call it. */
import { expect } from 'vitest'
import { z } from 'zod'
import { WorkerView } from '../shared/model'
import { conformance } from './testing/suite'

const { sentence } = conformance('S1')
const calls = (worker_id: string) => ({
  get: { action: 'get', worker_id },
  send: { action: 'send', worker_id, message: 'hello', delivery: 'queue' },
  history: { action: 'history', worker_id, offset: 0, limit: 5 },
  interrupt: { action: 'interrupt', worker_id },
  delete: { action: 'delete', worker_id }
})
