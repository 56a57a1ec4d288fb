/** What the router needs of the host: each part by the job that it does. */
import type { EngineKind } from '../../shared/model'
import type { HostOptions } from '../host-options'
import type { AgentDesk } from '../agents/desk'
import type { Finder } from '../find/finder'
import type { Models } from '../models/models'
import type { Attention } from '../attention/attention'
import type { Approvals } from '../approvals/approvals'
import type { Demo } from '../demo/demo'
import type { Rights } from '../approvals/rights'
import type { ArtifactList } from '../project/artifact-list'
import type { Artifacts } from '../project/artifacts'
import type { Attachments } from '../project/attachments'
import type { Desk } from '../project/desk'
import type { Links } from '../project/links'
import type { Notes } from '../project/notes'
import type { Projects } from '../project/projects'
import type { SettingsStore } from '../project/settings'
import type { Workers } from '../project/workers'
import type { Conversations } from '../records/conversation'
import type { RecordsDoor } from '../records/door'
import type { Imported } from '../records/imported'
import type { Instances } from '../records/instances'
import type { Records } from '../records/records'
import type { SessionLog } from '../session/log'
import type { Sessions } from '../session/sessions'
import type { Exports } from '../timeline/exports'
import type { ConnectionCount } from './connections'
import type { Observer, Streams } from './streams'

export interface Parts {
  readonly options: HostOptions
  readonly clock: () => number
  /** Whether what happens is kept: not where the database was removed under this host. */
  readonly isKept: () => boolean
  readonly log: SessionLog
  readonly sessions: Sessions
  readonly projects: Projects
  readonly workers: Workers
  readonly agents: AgentDesk
  readonly approvals: Approvals
  readonly attention: Attention
  readonly rights: Rights
  readonly artifacts: Artifacts
  readonly artifactList: ArtifactList
  readonly attachments: Attachments
  readonly demo: Demo
  readonly desk: Desk
  readonly find: Finder
  readonly exports: Exports
  readonly links: Links
  readonly models: Models
  readonly notes: Notes
  readonly conversations: Conversations
  readonly records: Records
  readonly recordsDoor: RecordsDoor
  readonly imported: Imported
  readonly instances: Instances
  readonly settings: SettingsStore
  readonly streams: Streams<Observer>
  /** What the operator has to know about this start. */
  notices(): Promise<{ id: string; message: string }[]>
  engineInfo(): Promise<{ kind: EngineKind; canSteer: boolean; problem: string | null }[]>
  /** Hears that a Project, or the number of its workers or of the busy ones, has changed. Returns the disposer. */
  onProjectsChange(listener: () => void): () => void
  diagnostics(): Diagnostics
}

export interface Diagnostics {
  observers: number
  connections: ConnectionCount[]
}
