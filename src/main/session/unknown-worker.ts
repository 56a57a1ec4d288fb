/** The one refusal for a worker that is deleted, of another Project, or never was: it tells nobody which. */
import { Refusal } from '../../shared/errors'

export function unknownWorker(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such worker in this Project.', 'It may have been deleted; the list shows those that are there.')
}
