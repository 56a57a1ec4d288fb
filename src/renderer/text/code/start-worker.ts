// oxlint-disable-next-line import/default -- the bundler makes it: the address of the worker's own bundle
import address from './worker?worker&url'
import type { WorkerLike } from './workshop'

declare global {
  /** As far as it is used here; not every browser has it. */
  interface Window {
    readonly trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
    }
  }
}

/** The one name that the page's policy lets make addresses of scripts; it makes none but this. */
const POLICY = 'crewdeck-worker'

let trusted: string | null = null

/** Starts the worker that colours code, from a file of our own. */
export function startWorker(): WorkerLike {
  trusted ??= trust(address)
  return new Worker(trusted, { type: 'module' })
}

function trust(url: string): string {
  const { trustedTypes } = window
  return trustedTypes ? trustedTypes.createPolicy(POLICY, { createScriptURL: () => url }).createScriptURL(url) : url
}
