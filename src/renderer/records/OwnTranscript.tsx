import { useEffect, useMemo, useState } from 'react'
import { client, useConnection } from '../connection'
import { ownSource } from './sources'
import { TranscriptView, type Start } from './TranscriptView'
import type { TurnPlace } from '../timeline/turn-place'

interface OwnTranscriptProps {
  sessionId: string
  workerId: string
  /** The turn, or the message of it, to begin at; null at the end. */
  place: TurnPlace | null
  isShell: boolean
  onShowTurn(turn: number): void
}

/** The record of a worker of ours. */
export function OwnTranscript({ sessionId, workerId, place, isShell, onShowTurn }: OwnTranscriptProps) {
  const source = useMemo(() => ownSource(sessionId, workerId), [sessionId, workerId])
  const at = useOffset(sessionId, workerId, place)
  if (at === undefined) return null
  return <TranscriptView source={source} at={at} isShell={isShell} onShowTurn={onShowTurn} />
}

/** Where the place stands in the record; null for the end, or where the record does not have it; undefined until it is known. */
function useOffset(sessionId: string, workerId: string, place: TurnPlace | null): Start | undefined {
  const isLive = useConnection((connection) => connection.state === 'live')
  const [found, setFound] = useState<{ readonly place: TurnPlace; readonly start: Start } | null>(null)
  useEffect(() => {
    if (place === null || !isLive || found?.place === place) return
    const asked = new AbortController()
    const { turn, messageId } = place
    client.records
      .place({ sessionId, workerId, turn, messageId }, { signal: asked.signal })
      .then(({ offset }) => setFound({ place, start: offset === null ? null : { offset } }))
      // The transcript itself says why it cannot be read.
      .catch(() => !asked.signal.aborted && setFound({ place, start: null }))
    return () => asked.abort()
  }, [sessionId, workerId, place, isLive])
  if (place === null) return null
  return found?.start
}
