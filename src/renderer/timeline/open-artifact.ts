/** Opening files: the host does it, by id. Each answers with the sentence to show in place; empty when all went well. */
import { client, refusalOf } from '../connection'
import { words } from './words'

export interface FileRef {
  readonly sessionId: string
  readonly workerId: string
  readonly artifactId: string
}

export async function openArtifact(ref: FileRef): Promise<string> {
  return saying(async () => {
    const { done } = await client.artifacts.open(ref)
    return done === 'revealed' ? words().revealed : ''
  })
}

export async function revealArtifact(ref: FileRef): Promise<string> {
  return saying(async () => {
    await client.artifacts.reveal(ref)
    return ''
  })
}

async function saying(act: () => Promise<string>): Promise<string> {
  try {
    return await act()
  } catch (error) {
    const { message, remedy } = refusalOf(error)
    return `${message} ${remedy}`.trim()
  }
}
