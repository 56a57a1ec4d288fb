/** What changes on the screen while the host cannot be heard: nothing is said to go on, and nothing can be asked of it. */
import { useWords } from '../words'
import { useConnection } from './client'
import { words } from './words'

/** Whether the connection is lost: what is shown was true when the host was last heard. */
export function useIsLost(): boolean {
  return useConnection((connection) => connection.state === 'lost')
}

/** Since when it is lost, by the last sign of life, in the host's time; null while it is not, or where there never was one. */
export function useLostSince(): number | null {
  return useConnection((connection) => (connection.state === 'lost' ? connection.heardAt : null))
}

/** Why nothing can be asked of the host now, for the title of what would ask it; undefined while it can be. */
export function useNoHost(): string | undefined {
  const { noConnection } = useWords(words)
  return useIsLost() ? noConnection : undefined
}
