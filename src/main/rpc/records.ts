/** Transcripts, wherever they lie: of our own workers, of other programs on this machine, and of other instances. */
import { latest } from '../latest'
import { unknownWorker } from '../session/unknown-worker'
import { remoteFind, remotePage } from '../records/remote'
import { os } from './implementer'
import type { Parts } from './parts'

export function recordsCalls({
  conversations,
  log,
  records,
  recordsDoor,
  sessions
}: Pick<Parts, 'conversations' | 'log' | 'records' | 'recordsDoor' | 'sessions'>) {
  return {
    page: os.records.page.handler(({ input }) => records.page(input.sessionId, input.workerId, input)),
    watch: os.records.watch.handler(({ input, signal }) => {
      const { sessionId, workerId } = input
      const view = () => {
        const worker = records.worker(sessionId, workerId)
        if (!worker) throw unknownWorker()
        return worker
      }
      view()
      let cleared = 0
      const listen = (listener: () => void) => {
        const stops = [
          records.onChange((id, change) => {
            if (id !== workerId) return
            if (change === 'cleared') cleared += 1
            listener()
          }),
          sessions.onLive((id, change) => {
            if (id === workerId && change === 'state') listener()
          })
        ]
        return () => stops.forEach((stop) => stop())
      }
      return latest(signal, listen, () => ({ worker: view(), cleared }))
    }),
    find: os.records.find.handler(({ input }) => records.find(input.sessionId, input.workerId, input)),
    place: os.records.place.handler(async ({ input }) => ({
      offset: await records.place(input.sessionId, input.workerId, input.turn, input.messageId)
    })),
    clear: os.records.clear.handler(async ({ input }) => {
      await conversations.clear(input.sessionId, input.workerId)
      return {}
    }),
    deleted: os.records.deleted.handler(({ signal }) => {
      const listen = (listener: () => void) => {
        const stops = [
          records.onChange((_, change) => {
            if (change === 'cleared') listener()
          }),
          sessions.onLive((id, change) => {
            if (change === 'state' && log.get(id)?.lifecycle === 'deleted') listener()
          })
        ]
        return () => stops.forEach((stop) => stop())
      }
      return latest(signal, listen, () => records.deleted())
    }),
    discard: os.records.discard.handler(({ input }) => {
      records.discard(input.sessionId, input.workerId)
      return {}
    }),
    serving: os.records.serving.handler(() => recordsDoor.serving()),
    serve: os.records.serve.handler(async ({ input }) => {
      await recordsDoor.serve(input.enabled)
      return recordsDoor.serving()
    }),
    renewToken: os.records.renewToken.handler(async () => {
      await recordsDoor.renewToken()
      return recordsDoor.serving()
    })
  }
}

export function importsCalls({ imported }: Pick<Parts, 'imported'>) {
  return {
    watch: os.imports.watch.handler(({ input, signal }) =>
      latest(
        signal,
        (listener) => imported.onChange(listener),
        () => imported.list(input),
        LIST_EVERY_MS
      )
    ),
    follow: os.imports.follow.handler(({ input, signal }) =>
      latest(
        signal,
        (listener) => imported.follow(input.runId, listener),
        () => imported.workers(input.runId)
      )
    ),
    page: os.imports.page.handler(({ input }) => imported.page(input.runId, input.workerId, input)),
    find: os.imports.find.handler(({ input }) => imported.find(input.runId, input.workerId, input)),
    addFolder: os.imports.addFolder.handler(({ input }) => {
      imported.addFolder(input.folder)
      return {}
    }),
    removeFolder: os.imports.removeFolder.handler(({ input }) => {
      imported.removeFolder(input.folder)
      return {}
    })
  }
}

export function instancesCalls({ instances }: Pick<Parts, 'instances'>) {
  return {
    watch: os.instances.watch.handler(({ signal }) =>
      latest(
        signal,
        (listener) => instances.onChange(listener),
        () => ({ instances: instances.list() })
      )
    ),
    add: os.instances.add.handler(({ input }) => instances.add(input)),
    setToken: os.instances.setToken.handler(async ({ input }) => {
      await instances.setToken(input.id, input.token)
      return {}
    }),
    confirmCertificate: os.instances.confirmCertificate.handler(({ input }) => {
      instances.confirmCertificate(input.id, input.fingerprint)
      return {}
    }),
    acceptIdentity: os.instances.acceptIdentity.handler(({ input }) => {
      instances.acceptIdentity(input.id)
      return {}
    }),
    addRun: os.instances.addRun.handler(({ input }) => {
      instances.addRun(input.id, input.runId)
      return {}
    }),
    removeRun: os.instances.removeRun.handler(({ input }) => {
      instances.removeRun(input.id, input.runId)
      return {}
    }),
    remove: os.instances.remove.handler(async ({ input }) => {
      await instances.remove(input.id)
      return {}
    }),
    check: os.instances.check.handler(({ input, signal }) => instances.check(input.id, signal)),
    workers: os.instances.workers.handler(async ({ input, signal }) => {
      const client = await instances.client(input.id)
      return (await client.workers(input.runId, signal)).seen
    }),
    page: os.instances.page.handler(async ({ input, signal }) => remotePage(await instances.client(input.id), input, input, signal)),
    find: os.instances.find.handler(async ({ input, signal }) => remoteFind(await instances.client(input.id), input, input, signal))
  }
}

/** The list of runs is told at most this often, in ms: a busy machine writes all the time. */
const LIST_EVERY_MS = 500
