/** The paging rules of the API: `parseInt`, and what is no number is the default. */
import { TRANSCRIPT_LIMIT_DEFAULT, TRANSCRIPT_LIMIT_MAX } from '../../shared/records'

export interface Paging {
  readonly offset: number
  readonly limit: number
}

/** An invalid offset is 0, an invalid limit 500; a limit under 1 is 1 and one over 2000 is 2000. */
export function pagingOf(query: URLSearchParams): Paging {
  const offset = Number.parseInt(query.get('offset') ?? '', 10)
  const limit = Number.parseInt(query.get('limit') ?? '', 10)
  return {
    offset: Number.isNaN(offset) || offset < 0 ? 0 : Math.min(offset, Number.MAX_SAFE_INTEGER - TRANSCRIPT_LIMIT_MAX),
    limit: Number.isNaN(limit) ? TRANSCRIPT_LIMIT_DEFAULT : Math.min(Math.max(limit, 1), TRANSCRIPT_LIMIT_MAX)
  }
}
