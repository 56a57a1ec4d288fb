import type { WorkerLike } from './workshop'

declare global {
  /** As far as it is used here; not every browser has it. */
  interface Window {
    readonly trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
    }
  }
}

/** The one name that the page's policy lets make addresses of scripts. */
const POLICY = 'crewdeck-worker'

const policy = globalThis.window?.trustedTypes?.createPolicy(POLICY, { createScriptURL: checked })

/**
 * Starts a worker of our own.
 *
 *   import address from './worker?worker&url'
 *   const worker = startWorker(address)
 */
export function startWorker(address: string): WorkerLike {
  return new Worker(policy ? policy.createScriptURL(address) : checked(address), { type: 'module' })
}

/** @throws Error for what is no file of this page */
function checked(address: string): string {
  if (new URL(address, location.href).origin !== location.origin) throw new Error('A worker is a file of our own.')
  return address
}
