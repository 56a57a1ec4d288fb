/** The host's log: JSON lines in the data folder, for the operator and for whoever helps them. */
import pino from 'pino'

export type Report = (message: string, error: unknown) => void

/** Appends to `file` (mode 0600), and to standard error what an operator must not miss. */
export function createReport(file: string): Report {
  const destination = pino.destination({ dest: file, mkdir: true, mode: 0o600, sync: true })
  // A full disk must not end the host: what cannot be written still stands on standard error.
  destination.on('error', () => undefined)
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  return (message, error) => {
    logger.error({ err: error ?? undefined }, message)
    process.stderr.write(`crewdeck: ${message}${error instanceof Error ? `: ${error.message}` : ''}\n`)
  }
}
