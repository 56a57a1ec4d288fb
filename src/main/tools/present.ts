/** `present` for agents outside of this process: it reaches the turn that its caller runs now. */
import { randomUUID } from 'node:crypto'
import { Refusal } from '../../shared/errors'
import { PRESENT, PresentArguments, presentable, presentedWords } from '../engine/present'
import type { Projects } from '../project/projects'
import type { Report } from '../report'
import type { SessionLog } from '../session/log'
import type { Sessions } from '../session/sessions'
import { defineTool, parseArguments, type AgentTool } from './tool'

export interface PresentSources {
  readonly log: SessionLog
  readonly sessions: Sessions
  readonly projects: Projects
  readonly report: Report
}

export function createPresent({ log, sessions, projects, report }: PresentSources): AgentTool {
  return defineTool(
    {
      ...PRESENT,
      async run({ sessionId }, args) {
        const given = parseArguments(PresentArguments, args, 'It takes files, each with a path and perhaps a description.')
        const session = log.get(sessionId)
        if (!session) throw new Refusal('FORBIDDEN', 'Nobody calls.')
        const files = await presentable(projects.get(session.projectId).folder, given).catch((error: unknown) => {
          throw new Refusal('BAD_INPUT', error instanceof Error ? error.message : 'That file cannot be shown.')
        })
        if (!sessions.driver(sessionId).present(randomUUID(), files)) {
          throw new Refusal('UNAVAILABLE', 'No turn of yours runs, so there is nobody to show files to.', 'Show them during a turn.')
        }
        const text = presentedWords(files)
        return { text, value: { files: files.map(({ path }) => path) }, isError: false }
      }
    },
    report
  )
}
