/** Opening files: the host does it, by id. Each answers with the sentence to show in place; empty when all went well. */
import { client, refusalOf } from '../connection'
import { useTimeline } from './store'

export async function openArtifact(artifactId: string): Promise<string> {
  return saying(async (worker) => {
    const { done } = await client.artifacts.open({ ...worker, artifactId })
    return done === 'revealed' ? 'It can run, so it is shown in its folder instead.' : ''
  })
}

export async function revealArtifact(artifactId: string): Promise<string> {
  return saying(async (worker) => {
    await client.artifacts.reveal({ ...worker, artifactId })
    return ''
  })
}

async function saying(act: (worker: { sessionId: string; workerId: string }) => Promise<string>): Promise<string> {
  const { worker } = useTimeline.getState()
  if (!worker) return ''
  try {
    return await act(worker)
  } catch (error) {
    const { message, remedy } = refusalOf(error)
    return `${message} ${remedy}`.trim()
  }
}
