/** A window on the inner parts of a host, connected by a real port: for tests of calls and streams. */
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '../../shared/contract'
import { Attention } from '../attention/attention'
import { Refusal } from '../../shared/errors'
import { AgentDesk } from '../agents/desk'
import type { Agents } from '../agents/registry'
import { Demo, demoFolderOf } from '../demo/demo'
import { Approvals } from '../approvals/approvals'
import { Finder } from '../find/finder'
import { FindIndex } from '../find/find-index'
import { createFileKeyStore } from '../models/file-key-store'
import { createModels } from '../models/models'
import { ArtifactList } from '../project/artifact-list'
import { Artifacts } from '../project/artifacts'
import { Desk } from '../project/desk'
import { Links } from '../project/links'
import { Notes } from '../project/notes'
import { SettingsStore } from '../project/settings'
import { Conversations } from '../records/conversation'
import { RecordsDoor } from '../records/door'
import { Imported } from '../records/imported'
import { Instances } from '../records/instances'
import { DEFAULT_RECORD_LIMITS } from '../records/limits'
import { Records } from '../records/records'
import type { Crew } from '../testing/crew'
import { Connections } from './connections'
import type { Report } from './errors'
import type { Parts } from './parts'
import { Exports } from '../timeline/exports'
import { createRouter } from './router'
import { ArtifactRows } from '../session/artifact-rows'
import { Streams, type Observer } from './streams'

export type Client = ContractRouterClient<Contract>

export interface TestWindow {
  readonly client: Client
  readonly streams: Streams<Observer>
  readonly connections: Connections
  readonly parts: Parts
  /** Closes the window's port. */
  hangUp(): void
  /** Ends what the parts have begun beside the crew. */
  close(): void
}

/** A machine without an agent. */
const nobodyThere = () => Promise.reject(new Refusal('NOT_FOUND', 'There is no such agent.'))
const NO_AGENTS: Agents = {
  list: async () => [],
  launch: nobodyThere, program: nobodyThere, save: nobodyThere, remove: nobodyThere, check: nobodyThere, installAdapter: nobodyThere, removeAdapter: nobodyThere,
  expected: () => null, revision: () => '', problem: () => null, notices: () => []
}

export function openWindow(crew: Crew, report: Report, mode: 'served' | 'desktop' = 'served'): TestWindow {
  const streams = new Streams<Observer>()
  const keys = createFileKeyStore(join(crew.folder, 'keys.json'))
  const clock = () => crew.now
  const nobody = () => Promise.reject(new Error('no pi process in this test'))
  const records = new Records({ ...crew, db: crew.db, root: join(crew.folder, 'data', 'records'), limits: DEFAULT_RECORD_LIMITS, report })
  const recordsDoor = new RecordsDoor({ records, db: crew.db, keys, report, version: '0.0.0', mode })
  const imported = new Imported(crew.db)
  const index = new FindIndex({ db: crew.db, log: crew.log, report })
  const approvals = new Approvals(crew.db, crew.rights, clock)
  const desk = new Desk(crew.db)
  const settings = new SettingsStore(crew.db)
  const artifactParts = { rows: new ArtifactRows(crew.db), workers: crew.workers, projects: crew.projects, desktop: null, stateFolderOf: () => crew.folder }
  const artifacts = new Artifacts(artifactParts)
  const parts: Parts = {
    options: { dataFolder: crew.folder, mode, version: '0.0.0', keys, desktop: null, fork: () => { throw new Error('none') }, scripts: '' },
    clock,
    isKept: () => crew.db.isInPlace(),
    log: crew.log,
    sessions: crew.sessions,
    projects: crew.projects,
    workers: crew.workers,
    approvals,
    attention: new Attention({ ...crew, db: crew.db, approvals, desk, settings, clock }),
    agents: new AgentDesk({ agents: NO_AGENTS, dataFolder: crew.folder, steering: () => ({ profile: 'none', reason: 'untried' }), isBusy: () => false, report, clock }),
    rights: crew.rights,
    attachments: crew.attachments,
    demo: new Demo({ ...crew, records, statesRoot: join(crew.folder, 'data', 'sessions'), folder: demoFolderOf(join(crew.folder, 'data')) }),
    artifacts,
    artifactList: new ArtifactList(artifacts, { ...artifactParts, log: crew.log }),
    find: new Finder({ db: crew.db, index, report }),
    desk,
    exports: new Exports({ ...crew, clock }, null),
    links: new Links(null),
    models: createModels({ dataFolder: crew.folder, keys, backend: { catalogue: nobody, check: nobody } }),
    notes: new Notes(crew.projects),
    conversations: new Conversations({ workers: crew.workers, sessions: crew.sessions, records, forget: () => undefined }),
    records,
    recordsDoor,
    imported,
    instances: new Instances(crew.db, keys, clock),
    settings,
    streams,
    notices: async () => [],
    engineInfo: async () => [],
    onProjectsChange: (listener) => crew.projects.onChange(listener),
    diagnostics: () => ({ observers: streams.size, connections: connections.counts() })
  }
  const connections = new Connections(createRouter(parts), report)
  const { port1, port2 } = new MessageChannel()
  const hangUp = connections.attachPort({
    postMessage: (message) => port1.postMessage(message),
    on: (event: 'message' | 'close', listener: (event: { data: unknown }) => void) =>
      event === 'message' ? port1.on('message', (data: unknown) => listener({ data })) : port1.on('close', () => listener({ data: null })),
    start: () => port1.start(),
    close: () => port1.close()
  })
  const client: Client = createORPCClient(new RPCLink({ port: port2 }))
  port2.start()
  return {
    client,
    streams,
    connections,
    parts,
    hangUp,
    close() {
      index.close()
      records.close()
      imported.close()
    }
  }
}
