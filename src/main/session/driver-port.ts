/** What a Session's driver needs of the host, and what it tells. */
import type { EngineKind, Now, Outcome } from '../../shared/model'
import type { Engine, EngineInput, SessionSpec } from '../engine/engine'
import type { Database } from '../store/database'
import type { AttachmentKeeper } from './attachments'
import type { InboxMessage } from './events'
import type { SessionLog, SessionRow } from './log'

export type StoppedBy = 'user' | 'parent' | 'disposed'

/** What a running Session is doing now, as far as memory knows. */
export interface Live {
  readonly starting: boolean
  readonly resident: boolean
  readonly now: Now | null
  readonly heardAt: number | null
  /** How long nothing was heard of the turn that runs, in ms, whatever was done to the clock meanwhile; null where none does. */
  readonly quietMs: number | null
  /** Why the log cannot be written; the status is unknown then. */
  readonly failure: string | null
}

export interface DriverPort {
  readonly db: Database
  readonly log: SessionLog
  /** The time of day, in epoch ms: it may be set while something runs. */
  readonly clock: () => number
  /** What durations are counted by, in ms since any moment: nobody sets it. */
  readonly steady: () => number
  readonly engine: (session: SessionRow) => Engine
  readonly spec: (session: SessionRow, onExit: (why: string) => void) => SessionSpec
  /** Why no turn of the Session may begin now, in words; null when one may. */
  readonly gate: (session: SessionRow) => string | null
  /** Why the inputs may not be carried out at all, in words: the turn ends `blocked` without its engine. */
  readonly block: (session: SessionRow, inputs: readonly InboxMessage[]) => string | null
  /** An input as an engine of that kind reads it. */
  readonly input: (message: InboxMessage, engine: EngineKind) => EngineInput
  readonly attachments: AttachmentKeeper
  /** Something that `live()` tells has changed. */
  readonly onLive: (sessionId: string, change: 'now' | 'heard' | 'state') => void
  /** Called inside the transaction that ends a turn. */
  readonly onTurnEnd: (sessionId: string, turn: number, outcome: Outcome) => void
  readonly report: (message: string, error: unknown) => void
}
