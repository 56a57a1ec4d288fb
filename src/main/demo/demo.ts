/**
 * The demo: a Project in the data folder whose worker is a real one of the pi engine, answered by a script. Made when the
 * operator says so, and removed with all that belongs to it.
 */
import { randomUUID } from 'node:crypto'
import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProjectRow, Projects } from '../project/projects'
import type { Workers } from '../project/workers'
import type { Records } from '../records/records'
import type { SessionLog } from '../session/log'
import type { Sessions } from '../session/sessions'
import { DEMO_MODEL } from './model'
import { demoFiles } from './script.logic'
import { TEXTS, type DemoLanguage } from './texts'

export interface DemoParts {
  readonly projects: Projects
  readonly workers: Workers
  readonly sessions: Sessions
  readonly log: Pick<SessionLog, 'children'>
  readonly records: Pick<Records, 'discardRun'>
  /** The folder of all Sessions' states. */
  readonly statesRoot: string
  /** The folder that `demoFolderOf` names. */
  readonly folder: string
}

/** Where the demo's Project is: its name is what the list shows. */
export function demoFolderOf(dataFolder: string): string {
  return join(dataFolder, 'demo', 'ferry-timetable')
}

export class Demo {
  constructor(private readonly parts: DemoParts) {}

  /** Opens the demo, and begins it anew when nothing is left of it. Resolves with its Project and the worker to show. */
  async start(language: DemoLanguage): Promise<{ row: ProjectRow; workerId: string | null }> {
    const { projects, workers, folder } = this.parts
    await mkdir(folder, { recursive: true })
    for (const [name, text] of Object.entries(demoFiles(language))) await writeNew(join(folder, name), text)
    const { sessionId } = projects.open(folder)
    const known = workers.list(sessionId)[0]
    if (known) return { row: projects.get(sessionId), workerId: known.workerId }
    // What it writes is allowed, the command that it wants to run is asked.
    projects.setPolicy(sessionId, 'write')
    const row = projects.setConduct(sessionId, { workers: { engine: 'pi', model: DEMO_MODEL } })
    const texts = TEXTS[language]
    const workerId = randomUUID()
    const make = (id: string, name: string, task: string, engine: 'pi' | 'shell', model: string | null): void => {
      workers.create(sessionId, { workerId: id, messageId: randomUUID(), name, task, engine, model, taskRef: null, source: { kind: 'user' } })
    }
    make(workerId, texts.worker, texts.task, 'pi', DEMO_MODEL)
    make(randomUUID(), texts.shellWorker, 'ls -l', 'shell', null)
    return { row, workerId }
  }

  /**
   * Ends its workers and its Coordinator, takes the Project off the list, and removes all that it made: its folder, the
   * records, what engines and files of its Sessions have left. Repeating it succeeds.
   */
  async remove(): Promise<void> {
    const { projects, workers, sessions, folder } = this.parts
    const row = projects.list().find((project) => projects.view(project).demo)
    if (row) {
      sessions.stopAll(row.sessionId)
      await Promise.all(workers.list(row.sessionId).map(({ workerId }) => workers.delete(row.sessionId, workerId)))
      projects.remove(row.sessionId)
      await this.#clearAway(row.sessionId)
    }
    await rm(join(folder, '..'), { recursive: true, force: true })
  }

  /** Goes on with what a crash has left of a demo that was removed. */
  async finish(): Promise<void> {
    for (const sessionId of this.parts.projects.removed()) await this.#clearAway(sessionId)
  }

  async #clearAway(projectId: string): Promise<void> {
    const { sessions, log, records, statesRoot } = this.parts
    // The Coordinator first: until it has ended, it may make workers.
    await sessions.driver(projectId).remove()
    const others = log.children(projectId)
    await Promise.all(others.map(({ id }) => sessions.driver(id).remove()))
    records.discardRun(projectId)
    for (const id of [projectId, ...others.map((session) => session.id)]) await rm(join(statesRoot, id), { recursive: true, force: true })
  }
}

/** Keeps what is there. */
async function writeNew(path: string, text: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false
  )
  if (!isThere) await writeFile(path, text)
}
