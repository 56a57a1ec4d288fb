/**
 * The host: the only place where the parts are put together. The same for the desktop, for the served mode and for
 * tests; what differs comes in by HostOptions.
 */
import { chmodSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { WebSocket } from 'ws'
import type { EngineKind, WorkerView } from '../shared/model'
import { AgentDesk } from './agents/desk'
import { createAgents } from './agents/registry'
import { createAcpEngine } from './engine/acp/engine'
import { createProbe } from './engine/acp/probe'
import { createDshEngine } from './engine/dsh/engine'
import type { AskRequest, Engine, SessionSpec } from './engine/engine'
import { createPiEngine } from './engine/pi/engine'
import { createShellEngine } from './engine/shell/engine'
import { FindIndex } from './find/find-index'
import { Finder } from './find/finder'
import type { HostOptions, PortLike } from './host-options'
import { Attention } from './attention/attention'
import { attendOnDesktop } from './attention/desktop'
import { Approvals } from './approvals/approvals'
import { Demo, demoFolderOf } from './demo/demo'
import { createDemoModel } from './demo/model'
import { Rights } from './approvals/rights'
import { createModels } from './models/models'
import { dataIdOf } from './process/markers'
import { Supervisor } from './process/supervisor'
import { ArtifactList } from './project/artifact-list'
import { Artifacts } from './project/artifacts'
import { Attachments } from './project/attachments'
import { Children } from './project/children'
import { Completions } from './project/completions'
import { Desk } from './project/desk'
import { Gate } from './project/gate'
import { isInside } from './project/inside'
import { engineInput } from './project/input'
import { instructionsOf } from './project/instructions'
import { Links } from './project/links'
import { Notes } from './project/notes'
import { Projects } from './project/projects'
import { SettingsStore } from './project/settings'
import { Workers } from './project/workers'
import { Conversations } from './records/conversation'
import { RecordsDoor } from './records/door'
import { Imported } from './records/imported'
import { Instances } from './records/instances'
import { recordLimits } from './records/limits'
import { Records } from './records/records'
import { createReport } from './report'
import { Connections } from './rpc/connections'
import type { Diagnostics } from './rpc/parts'
import { createRouter } from './rpc/router'
import { Streams, type Observer } from './rpc/streams'
import { ArtifactRows } from './session/artifact-rows'
import { SessionLog, type SessionRow } from './session/log'
import { Sessions } from './session/sessions'
import { dropCleared, stateFolderOf } from './session/state-folder'
import { openDatabase } from './store/database'
import { Exports } from './timeline/exports'
import { McpDoor, type McpAddress } from './tools/mcp-door'
import { Toolbox } from './tools/toolbox'

export interface Host {
  /** Serves one renderer over a port. Returns the disposer. */
  attachPort(port: PortLike): () => void
  /** Serves one renderer over a WebSocket. Returns the disposer. */
  attachSocket(socket: WebSocket): () => void
  /** @throws Refusal when the folder cannot be opened */
  openProject(folder: string): Promise<{ sessionId: string }>
  /** Where agents outside of this process find their tools; begun at the first use. */
  mcp(): Promise<McpAddress>
  /** Where the records of workers are served, and to whom. */
  readonly records: RecordsDoor
  /** Written-out turns, by the tickets of their downloads. */
  readonly exports: Pick<Exports, 'take'>
  /** Workers with an open turn, in all Projects. */
  busyWorkers(): number
  diagnostics(): Diagnostics
  /** Stops what runs, ends every process and stream, and closes the database. Idempotent. */
  close(): Promise<void>
}

/** @throws DataFolderBusy when another host holds the data folder */
export async function createHost(options: HostOptions): Promise<Host> {
  const clock = () => Date.now()
  mkdirSync(options.dataFolder, { recursive: true, mode: 0o700 })
  chmodSync(options.dataFolder, 0o700)
  const report = createReport(join(options.dataFolder, 'crewdeck.log'))
  const { database, damagedCopy } = openDatabase(options.dataFolder)
  if (damagedCopy !== null) report(`The database was damaged. It is kept at ${damagedCopy}; a new one was begun.`, null)

  const supervisor = new Supervisor({
    reaperScript: join(options.scripts, 'reaper.js'),
    dataId: dataIdOf(options.dataFolder),
    onProblem: (text) => report(text, null)
  })
  const unguarded = await supervisor.ready.then(
    () => null,
    (error: unknown) => {
      report('processes of workers would outlive a crash of this host', error)
      return UNGUARDED
    }
  )
  await supervisor.sweepLeftovers()

  const log = new SessionLog(database, clock)
  const attachmentsFolder = join(options.dataFolder, 'attachments')
  const attachments = new Attachments(database, log, clock, attachmentsFolder)
  const demoFolder = demoFolderOf(realpathSync(options.dataFolder))
  const projects = new Projects(database, log, clock, demoFolder)
  const rights = new Rights(database, clock, (sessionId) => projects.get(log.get(sessionId)?.projectId ?? '').policy)
  const approvals = new Approvals(database, rights, clock)
  approvals.voidLeftovers()
  approvals.onChange((sessionId) => sessions.touch(sessionId))
  const pi = createPiEngine({ fork: options.fork, environment: supervisor.marker })
  const demoModel = createDemoModel()
  const models = createModels({ dataFolder: options.dataFolder, keys: options.keys, backend: pi.backend, demo: demoModel })
  pi.useModels(models)
  const agents = createAgents({
    dataFolder: options.dataFolder,
    supervisor,
    probe: createProbe({ supervisor, report }),
    probeOwn: () => dsh.check()
  })
  const agentDesk = new AgentDesk({
    agents,
    dataFolder: options.dataFolder,
    steering: ({ id, engine }) => (engine === 'acp' ? acp.steerabilityOf(id) : { profile: 'extension', reason: null }),
    isBusy: (id) => acp.isBusy(id),
    report,
    clock
  })
  const acp = createAcpEngine({
    supervisor,
    agents,
    report,
    version: options.version,
    onCapabilities: () => retell(),
    onModels: (id, models) => void agentDesk.learned(id, models),
    onOddity: (id, sentence) => agentDesk.odd(id, sentence)
  })
  const dsh = createDshEngine({ supervisor, find: () => agents.program('dsh'), report })
  const engines = new Map<EngineKind, Engine>([
    ['pi', pi.engine],
    ['shell', createShellEngine({ supervisor })],
    ['acp', acp],
    ['dsh', dsh]
  ])

  let closing: Promise<void> | null = null
  const sessions = new Sessions({
    db: database,
    log,
    clock,
    steady: () => performance.now(),
    engines,
    report,
    spec: (session, onExit) => specOf(session, onExit),
    input: (message, engine) => engineInput(message, engine, attachments),
    attachments,
    gate: (session) => gate.hold(session),
    block: (session, inputs) => gate.block(session, inputs),
    onTurnEnd: (session, turn, outcome) => completions.turnEnded(session, turn, outcome)
  })
  const gate = new Gate(log, projects, clock, (session) => rights.effective(session.id).policy)
  const completions = new Completions(database, log, projects, () => sessions)
  const statesRoot = join(options.dataFolder, 'sessions')
  const specOf = (session: SessionRow, onExit: (why: string) => void): SessionSpec => {
    const stateFolder = stateFolderOf(statesRoot, session)
    mkdirSync(stateFolder, { recursive: true, mode: 0o700 })
    const { folder } = projects.get(session.projectId)
    const question: SessionSpec['question'] = (request, signal) => {
      const turn = log.get(session.id)?.openTurn ?? 0
      const inside = (path: string) => isInside(folder, path)
      const onAnswer = (asked: AskRequest, allowed: boolean) => sessions.driver(session.id).answered(asked, allowed)
      return approvals.ask({ sessionId: session.id, projectId: session.projectId, turn, inside, onAnswer }, request, signal)
    }
    return {
      sessionId: session.id,
      name: session.name,
      folder,
      attachmentsFolder,
      model: session.model,
      stateFolder,
      policy: () => rights.effective(session.id).policy,
      remembered: (tool) => rights.remembered(session.id, tool),
      tools: () => toolbox.of(session.id),
      callTool: (name, args) => toolbox.call({ sessionId: session.id }, name, args),
      mcp: async () => {
        const { url, tokenFor } = await mcp.open()
        return { url, token: tokenFor(session.id), needed: toolbox.needsTools(session.id) }
      },
      instructions: instructionsOf(session),
      question,
      ask: async (request, signal) => (await question(request, signal))?.optionId ?? null,
      onExit
    }
  }
  const workers = new Workers(log, sessions, projects, (sessionId) => askOf(approvals, sessionId))
  const settings = new SettingsStore(database)
  const artifactParts = {
    rows: new ArtifactRows(database),
    workers,
    projects,
    desktop: options.desktop,
    stateFolderOf: (id: string) => stateFolderOf(statesRoot, log.get(id) ?? { id, clearedTurns: 0 })
  }
  const artifacts = new Artifacts(artifactParts)
  const records = new Records({
    db: database,
    log,
    sessions,
    projects,
    root: join(options.dataFolder, 'records'),
    limits: recordLimits(process.env, (text) => report(text, null)),
    report
  })
  const recordsDoor = new RecordsDoor({ records, db: database, keys: options.keys, report, version: options.version, mode: options.mode })
  const demo = new Demo({ projects, workers, sessions, log, records, statesRoot, folder: demoFolder })
  const imported = new Imported(database)
  const findIndex = new FindIndex({ db: database, log, report })
  const toolbox = new Toolbox({
    log,
    sessions,
    projects,
    workers,
    children: new Children(log, sessions),
    defaultModel: () => settings.get().defaultModel,
    report
  })
  const mcp = new McpDoor({ toolbox, log, sessions, projects, report, version: options.version })
  const upkeep = setInterval(() => {
    // Nothing of it could be written down.
    if (!database.isInPlace()) return
    const { coolAfterMinutes, maxLive } = settings.get()
    void sessions.cool(coolAfterMinutes * 60_000, maxLive)
    // A limit of turns per hour ends by time alone.
    for (const project of projects.list()) sessions.wakeWaiting(project.sessionId)
  }, UPKEEP_MS)
  sessions.onLive((sessionId, change) => {
    const session = change === 'state' ? log.get(sessionId) : undefined
    if (session?.lifecycle === 'deleted') {
      completions.removed(session)
      desk.forget(session.id)
      attachments.forget(session.id)
      rights.forget(session.id)
      findIndex.forgetDeleted()
      if (session.engine === 'acp') void forgetAtAgent(session)
    }
    if (session?.openTurn === null) sessions.wakeWaiting(session.projectId)
  })
  const forgetAtAgent = async (session: SessionRow) => {
    const { id, projectId, model } = session
    const spec = { sessionId: id, model, folder: projects.get(projectId).folder, stateFolder: stateFolderOf(statesRoot, session) }
    await acp.forget(spec).catch((error: unknown) => {
      if (closing === null) report('an agent did not forget a worker that was deleted or cleared', error)
    })
  }
  const conversations = new Conversations({
    workers,
    sessions,
    records,
    forget: (before) => {
      attachments.clear(before.id)
      findIndex.forgetDeleted()
      const dropped = async () => {
        if (before.engine === 'acp') await forgetAtAgent(before)
        await dropCleared(statesRoot, log.get(before.id) ?? before)
      }
      dropped().catch((error: unknown) => report('what an engine remembers of a cleared conversation could not be removed', error))
    }
  })
  /** What agents can do is known anew: whoever shows it is told. */
  const retell = () => {
    const all = projects.list().flatMap(({ sessionId }) => [log.get(sessionId), ...log.members(sessionId)])
    for (const session of all) if (session?.engine === 'acp') sessions.touch(session.id)
    agentDesk.changed()
  }
  // Nobody waits for it.
  void agents.list().then(retell, (error: unknown) => report('the agents of this machine could not be looked up', error))
  const desk = new Desk(database)
  const attention = new Attention({ db: database, log, sessions, projects, desk, approvals, settings, clock })
  const exports = new Exports({ log, projects, workers, clock }, options.desktop)
  const streams = new Streams<Observer>()
  const diagnostics = (): Diagnostics => ({ observers: streams.size, connections: connections.counts() })
  const connections = new Connections(
    createRouter({
      options,
      clock,
      isKept: () => database.isInPlace(),
      log,
      sessions,
      projects,
      workers,
      models,
      notes: new Notes(projects),
      conversations,
      records,
      recordsDoor,
      imported,
      find: new Finder({ db: database, index: findIndex, report }),
      instances: new Instances(database, options.keys, clock),
      streams,
      approvals,
      attention,
      attachments,
      rights,
      agents: agentDesk,
      demo,
      desk,
      artifacts,
      artifactList: new ArtifactList(artifacts, { ...artifactParts, log }),
      exports,
      links: new Links(options.desktop),
      settings,
      diagnostics,
      notices: async () => [
        ...(damagedCopy === null ? [] : [{ id: 'database-damaged', message: DAMAGED }]),
        ...(unguarded === null ? [] : [{ id: 'unguarded', message: unguarded }]),
        ...agents.notices().map((message, index) => ({ id: `agents-${index}`, message })),
        ...(await models.notices()).map((message, index) => ({ id: `models-${index}`, message }))
      ],
      engineInfo: () =>
        Promise.all(
          [...engines.values()].map(async (engine) => ({
            kind: engine.kind,
            canSteer: engine.capabilities.steer,
            problem: await engine.problem()
          }))
        ),
      onProjectsChange: (listener) => {
        const disposers = [
          projects.onChange(listener),
          log.onCommitted((_, events) => {
            if (events.some((event) => event.type === 'turn/start' || event.type === 'turn/end')) listener()
          }),
          sessions.onLive((_, change) => {
            if (change === 'state') listener()
          })
        ]
        return () => disposers.forEach((dispose) => dispose())
      }
    }),
    report
  )
  sessions.repair()
  void records.start()
  demo.finish().catch((error: unknown) => report('what a demo has left could not be removed', error))
  if (options.mode === 'desktop') void recordsDoor.resume()
  let stopAttending = () => {}
  const ahead = setImmediate(() => {
    workers.readAhead()
    if (options.desktop) stopAttending = attendOnDesktop(attention, options.desktop, () => settings.get())
    // What a crash has left of conversations that were cleared.
    for (const session of log.cleared()) dropCleared(statesRoot, session).catch((error: unknown) => report('a cleared conversation could not be removed', error))
  })

  return {
    attachPort: (port) => connections.attachPort(port),
    attachSocket: (socket) => connections.attachSocket(socket),
    openProject: async (folder) => ({ sessionId: projects.open(folder).sessionId }),
    mcp: () => mcp.open(),
    records: recordsDoor,
    exports,
    busyWorkers: () => projects.list().reduce((sum, row) => sum + projects.view(row).busy, 0),
    diagnostics,
    close: () => {
      closing ??= (async () => {
        clearInterval(upkeep)
        clearImmediate(ahead)
        stopAttending()
        await mcp.close()
        await recordsDoor.close()
        imported.close()
        findIndex.close()
        await sessions.close()
        records.close()
        await Promise.all([...engines.values()].map((engine) => engine.close()))
        await demoModel.close()
        connections.close()
        await supervisor.close()
        database.close()
      })()
      return closing
    }
  }
}

function askOf(approvals: Approvals, sessionId: string): WorkerView['ask'] {
  const ask = approvals.oldestOf(sessionId)
  return ask && { id: ask.id, title: ask.request.title, since: ask.askedAt }
}

/** How often idle engines are let go and time limits looked at, in ms. */
const UPKEEP_MS = 15_000

const UNGUARDED = 'If Crewdeck is killed, commands of its workers may go on: what ends them could not be started. The log says why.'
const DAMAGED =
  'The database of this data folder was damaged. It was put aside, untouched, and a new one was begun; the log names the file.'
