/** A served host inside of this process, where a benchmark plays a part of it or watches it from within. */
import { join } from 'node:path'
import { createHost, type Host } from '../src/main/host'
import type { ForkProcess, KeyStore } from '../src/main/host-options'
import { loadStaticFiles } from '../src/main/page/static-files'
import { newToken } from '../src/main/serve/guard'
import { startServer } from '../src/main/serve/server'

export interface InsideHostOptions {
  /** The package's own folder; its `out/` holds the build. */
  readonly root: string
  readonly data: string
  readonly fork: ForkProcess
  /** None where left out. */
  readonly keys?: KeyStore
  /** Whether it serves the window too. */
  readonly hasWindow?: boolean
  readonly log?: (line: string) => void
}

export interface InsideHost {
  readonly host: Host
  readonly port: number
  readonly token: string
  /** The address of the page, token included. */
  readonly url: string
  close(): Promise<void>
}

const NO_KEYS: KeyStore = { kind: 'file', get: async () => null, set: async () => {} }

export async function startInsideHost({ root, data, fork, keys = NO_KEYS, hasWindow = true, log = () => {} }: InsideHostOptions): Promise<InsideHost> {
  const host = await createHost({ dataFolder: data, mode: 'served', version: 'bench', keys, desktop: null, fork, scripts: join(root, 'out/main') })
  const token = newToken()
  const files = hasWindow ? await loadStaticFiles(join(root, 'out/renderer')) : new Map()
  const server = await startServer({ host, files, address: '127.0.0.1', port: 0, token, log })
  return {
    host,
    port: server.port,
    token,
    url: `${server.origin}/#token=${token}`,
    close: async () => {
      await server.close()
      await host.close()
    }
  }
}
