/** The contract, implemented: each call checked by its schema, handed to the part of the host that owns it. */
import { HOST_BEAT_MS } from '../../shared/limits'
import { NoteFile } from '../../shared/model'
import { latest, ticks } from '../latest'
import { chooseFolder, browseFolders } from '../project/folders'
import { WorkerListObserver } from '../timeline/worker-list'
import { agentCalls } from './agents'
import { approvalCalls } from './approvals'
import { artifactCalls } from './artifacts'
import { attachmentCalls } from './attachments'
import { attentionCalls } from './attention'
import { demoCalls } from './demo'
import { findCalls } from './find'
import { os } from './implementer'
import type { Parts } from './parts'
import { pendingCalls } from './pending'
import { importsCalls, instancesCalls, recordsCalls } from './records'
import { timelineCalls } from './timeline'

export type HostRouter = ReturnType<typeof createRouter>

export function createRouter(parts: Parts) {
  const { links, log, models, notes, options, projects, sessions, settings, streams, workers } = parts
  const human = { kind: 'user' } as const
  const calls = timelineCalls(parts)

  return os.router({
    host: {
      info: os.host.info.handler(async () => ({
        version: options.version,
        mode: options.mode,
        platform: process.platform,
        notices: await parts.notices(),
        engines: await parts.engineInfo(),
        canChooseFolder: options.desktop !== null
      })),
      beat: os.host.beat.handler(({ signal }) => ticks(HOST_BEAT_MS, signal, () => ({ at: parts.clock(), data: parts.isKept() ? 'kept' : 'gone' }))),
      diagnostics: os.host.diagnostics.handler(() => parts.diagnostics())
    },
    projects: {
      watch: os.projects.watch.handler(({ signal }) =>
        latest(signal, parts.onProjectsChange, () => ({ projects: projects.list().map((row) => projects.view(row)) }))
      ),
      open: os.projects.open.handler(({ input }) => {
        const row = projects.open(input.folder)
        sessions.wakeWaiting(row.sessionId)
        return projects.view(row)
      }),
      chooseFolder: os.projects.chooseFolder.handler(async () => ({ folder: await chooseFolder(options.desktop) })),
      browse: os.projects.browse.handler(({ input }) => browseFolders(input.folder, input.begins)),
      setPolicy: os.projects.setPolicy.handler(({ input }) => projects.view(projects.setPolicy(input.sessionId, input.policy))),
      setConduct: os.projects.setConduct.handler(({ input }) => {
        const row = projects.setConduct(input.sessionId, input.conduct)
        // With its engine the Coordinator leaves the screen: nobody could stop its turn any more. What waits is kept.
        if (row.conduct.coordinator.engine === 'none') sessions.driver(input.sessionId).interrupt(null, 'user', false)
        sessions.touch(input.sessionId)
        sessions.wakeWaiting(input.sessionId)
        for (const waiting of log.waiting(input.sessionId)) sessions.touch(waiting)
        return projects.view(row)
      }),
      setPaused: os.projects.setPaused.handler(({ input }) => {
        const row = projects.setPaused(input.sessionId, input.paused)
        if (input.paused) sessions.stopAll(input.sessionId)
        else sessions.wakeWaiting(input.sessionId)
        // What holds them has changed, and no event of theirs says so.
        for (const waiting of log.waiting(input.sessionId)) sessions.touch(waiting)
        return projects.view(row)
      }),
      forget: os.projects.forget.handler(({ input }) => {
        projects.forget(input.sessionId)
        // Nothing works on where nobody can see it.
        sessions.stopAll(input.sessionId)
        return {}
      })
    },
    demo: demoCalls(parts),
    workers: {
      watch: os.workers.watch.handler(({ input, context, signal }) => {
        projects.get(input.sessionId)
        return (async function* () {
          const observer = new WorkerListObserver(input.sessionId, parts)
          yield* streams.track(context.connectionId, observer, observer.frames(signal))
        })()
      }),
      create: os.workers.create.handler(({ input }) => {
        const { messageId } = workers.create(input.sessionId, { ...input, taskRef: null, source: human })
        return { workerId: input.workerId, messageId }
      }),
      get: os.workers.get.handler(({ input }) => workers.get(input.sessionId, input.workerId)),
      send: os.workers.send.handler(({ input }) => {
        const receipt = workers.send(input.sessionId, input.workerId, { ...input, source: human })
        return { ...receipt, became: log.messageState(input.workerId, input.messageId) }
      }),
      history: os.workers.history.handler(({ input }) =>
        workers.history(input.sessionId, input.workerId, input.offset, input.limit)
      ),
      interrupt: os.workers.interrupt.handler(({ input }) => {
        workers.interrupt(input.sessionId, input.workerId, input.turn, 'user')
        return {}
      }),
      continue: os.workers.continue.handler(({ input }) => {
        workers.continue(input.sessionId, input.workerId)
        return {}
      }),
      pendingText: calls.workers.pendingText,
      ...pendingCalls(parts),
      setDelegates: os.workers.setDelegates.handler(({ input }) => {
        workers.setDelegates(input.sessionId, input.workerId, input.delegates)
        return {}
      }),
      setModel: os.workers.setModel.handler(({ input }) => {
        workers.setModel(input.sessionId, input.workerId, input.model)
        return {}
      }),
      rename: os.workers.rename.handler(({ input }) => {
        workers.rename(input.sessionId, input.workerId, input.name)
        return {}
      }),
      delete: os.workers.delete.handler(async ({ input }) => {
        await workers.delete(input.sessionId, input.workerId)
        return {}
      })
    },
    projectMode: calls.projectMode,
    exports: calls.exports,
    streams: {
      ack: os.streams.ack.handler(({ input, context }) => {
        streams.get(context.connectionId, input.stream).stream.ack(input.rev)
        return {}
      }),
      resync: os.streams.resync.handler(({ input, context }) => {
        streams.get(context.connectionId, input.stream).stream.resync()
        return {}
      })
    },
    ...findCalls(parts),
    ...attachmentCalls(parts),
    agents: agentCalls(parts),
    approvals: approvalCalls(parts),
    attention: attentionCalls(parts),
    notes: {
      watch: os.notes.watch.handler(({ input, signal }) => {
        projects.get(input.sessionId)
        return latest(
          signal,
          (listener) => notes.watch(input.sessionId, listener),
          async () => ({ notes: await Promise.all(NoteFile.options.map((file) => notes.read(input.sessionId, file))) })
        )
      }),
      save: os.notes.save.handler(({ input }) => notes.save(input.sessionId, input.file, input.base, input.text))
    },
    artifacts: artifactCalls(parts),
    links: {
      open: os.links.open.handler(async ({ input }) => {
        await links.open(input.url)
        return {}
      })
    },
    models: {
      providers: os.models.providers.handler(async () => ({ providers: await models.providers() })),
      saveProvider: os.models.saveProvider.handler(({ input }) => models.saveProvider(input)),
      removeProvider: os.models.removeProvider.handler(async ({ input }) => {
        await models.removeProvider(input.id)
        return {}
      }),
      setKey: os.models.setKey.handler(({ input }) => models.setKey(input.id, input.key)),
      check: os.models.check.handler(({ input }) => models.check(input.model))
    },
    desk: {
      watch: os.desk.watch.handler(({ signal }) => parts.desk.entries(signal)),
      set: os.desk.set.handler(({ input }) => {
        parts.desk.set(input.key, input.value)
        return {}
      })
    },
    settings: {
      watch: os.settings.watch.handler(({ signal }) => latest(signal, (tell) => settings.onChange(tell), () => settings.get())),
      set: os.settings.set.handler(({ input }) => settings.set(input))
    },
    records: recordsCalls(parts),
    imports: importsCalls(parts),
    instances: instancesCalls(parts)
  })
}
