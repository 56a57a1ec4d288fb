/** The OpenAPI document of the records API, made from the schemas that the API itself goes by. */
import { z } from 'zod'
import {
  ArtifactEntry, EndEntry, InstanceIdentity, PromptEntry, RecordsError, RouteDecision, RouteEntry, RunList, RunSummary, RunView,
  TextEntry, ThinkingEntry, ToolEntry, ToolPatchEntry, TranscriptEntry, TranscriptPage, TRANSCRIPT_LIMIT_DEFAULT,
  TRANSCRIPT_LIMIT_MAX, TruncatedEntry, WorkerRecordView
} from '../../shared/records'

const SCHEMAS = {
  ArtifactEntry, EndEntry, InstanceIdentity, PromptEntry, RecordsError, RouteDecision, RouteEntry, RunList, RunSummary, RunView,
  TextEntry, ThinkingEntry, ToolEntry, ToolPatchEntry, TranscriptEntry, TranscriptPage, TruncatedEntry, WorkerRecordView
}

const ref = (name: keyof typeof SCHEMAS) => ({ $ref: `#/components/schemas/${name}` })
const answer = (description: string, name: keyof typeof SCHEMAS) => ({
  description,
  content: { 'application/json': { schema: ref(name) } }
})

const REFUSALS = {
  400: answer('An id is no safe id. Use those that the instance returned, each encoded as one segment of the path.', 'RecordsError'),
  401: answer('The token is missing or wrong.', 'RecordsError'),
  403: answer('The Host header names another server, or the request comes from the page of one.', 'RecordsError'),
  404: answer('There is no such run, worker or record, or it belongs to somebody else: the answer is the same.', 'RecordsError'),
  405: answer('Only GET is answered.', 'RecordsError'),
  500: answer('Something went wrong inside. The time and the path of the request help to find it in the log.', 'RecordsError'),
  503: answer('The records are not ready to be read: the host has just begun, or ends. Absent records say nothing then.', 'RecordsError')
}
const OWNER = [{ token: [] }]
const runId = { name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'The id of the run.' }
const workerId = { name: 'workerId', in: 'path', required: true, schema: { type: 'string' } }

/** The document for one version of the product. */
export function openapi(version: string): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Worker records',
      version,
      description:
        'What the workers of a run were asked, thought, did and answered. Private to the owner of the instance. There is no ' +
        'snapshot and no durable cursor: records grow, may be cleared, and are told by the rules of the time of reading.',
      license: { name: 'MIT', identifier: 'MIT' }
    },
    security: OWNER,
    paths: {
      '/api/instance': {
        get: {
          operationId: 'instance',
          summary: 'Who answers here',
          description: 'Needs no token, so that it can be asked before one is sent.',
          security: [],
          responses: { 200: answer('The identity of this instance.', 'InstanceIdentity'), 403: REFUSALS[403], 405: REFUSALS[405] }
        }
      },
      '/api/runs': {
        get: {
          operationId: 'listRuns',
          summary: 'The runs of this instance',
          responses: { 200: answer('By the time of their start.', 'RunList'), ...without(400, 404) }
        }
      },
      '/api/runs/{id}/workers': {
        get: {
          operationId: 'listWorkers',
          summary: 'The workers of a run',
          parameters: [runId],
          responses: { 200: answer('By `startedAt`, ascending. A run without workers has an empty list.', 'RunView'), ...REFUSALS }
        }
      },
      '/api/runs/{id}/workers/{workerId}/transcript': {
        get: {
          operationId: 'readTranscript',
          summary: "A page of one worker's record",
          parameters: [
            runId,
            workerId,
            {
              name: 'offset',
              in: 'query',
              schema: { type: 'integer', minimum: 0, default: 0 },
              description: 'Position among the valid entries. Read by `parseInt`; what is no such number is 0.'
            },
            {
              name: 'limit',
              in: 'query',
              schema: { type: 'integer', minimum: 1, maximum: TRANSCRIPT_LIMIT_MAX, default: TRANSCRIPT_LIMIT_DEFAULT },
              description: `Read by \`parseInt\`; what is no number is ${TRANSCRIPT_LIMIT_DEFAULT}, what is under 1 is 1, what is over ${TRANSCRIPT_LIMIT_MAX} is that.`
            }
          ],
          responses: { 200: answer('The page. The next one begins at its `offset + limit`.', 'TranscriptPage'), ...REFUSALS }
        }
      }
    },
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Agent-Service-Token' } },
      schemas: schemas()
    }
  }
}

function without(...codes: (keyof typeof REFUSALS)[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(REFUSALS).filter(([code]) => !codes.some((left) => String(left) === code)))
}

function schemas(): Record<string, unknown> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id })
  const { schemas: made } = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}` })
  return Object.fromEntries(
    Object.entries(made)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { $schema: _dialect, $id: _id, id: _name, ...schema }]) => [id, schema])
  )
}
