/** Which port the served host listens on, and which key opens it. */
import { newToken } from './guard'
import { keptDoor, noteServing } from './served-file'
import { startServer, type RunningServer, type ServerOptions } from './server'

/**
 * Serves at `port` (0: any free one) with the key `token`, as far as the operator gave them. Where neither is given it
 * listens where the last start did and takes the same key, so that an open tab or a bookmark works again. A port that
 * somebody else has by now may have been told the key, so both are new then.
 * Rejects as `startServer` does. The caller must hold the data folder.
 */
export async function openDoor(
  dataFolder: string,
  port: number | null,
  token: string | null,
  behind: Omit<ServerOptions, 'port' | 'token'>
): Promise<{ server: RunningServer; token: string }> {
  const isKept = port === null && token === null
  const kept = isKept ? await keptDoor(dataFolder) : null
  let key = token ?? kept?.token ?? newToken()
  const server = await startServer({ ...behind, port: port ?? kept?.port ?? 0, token: key }).catch((error: unknown) => {
    if (!kept || !isInUse(error)) throw error
    behind.log(`Port ${kept.port}, where Crewdeck was served before, is in use: this time it has another address and another key.`)
    key = newToken()
    return startServer({ ...behind, port: 0, token: key })
  })
  const { origin } = server
  const serving = { pid: process.pid, origin, url: token === null ? `${origin}/#token=${key}` : origin }
  await noteServing(dataFolder, serving, isKept ? { port: server.port, token: key } : null).catch(async (error: unknown) => {
    await server.close()
    throw error
  })
  return { server, token: key }
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
