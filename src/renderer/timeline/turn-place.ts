/** The way from a turn of the timeline to its place in the transcript: asked for here, taken by the pane of the worker. */
import { useEffect, useRef } from 'react'
import { create } from 'zustand'

export interface TurnPlace {
  readonly workerId: string
  readonly turn: number
  readonly messageId: string | null
}

const useWanted = create<{ readonly place: TurnPlace | null }>(() => ({ place: null }))

/** Shows a turn, or a message of it, in the transcript of its worker. */
export function showInTranscript(workerId: string, turn: number, messageId: string | null = null): void {
  useWanted.setState({ place: { workerId, turn, messageId } })
}

/** Takes what is wanted of this worker, once for each time that it is. */
export function useTurnPlace(workerId: string, take: (place: TurnPlace) => void): void {
  const place = useWanted((state) => state.place)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (place?.workerId !== workerId) return
    useWanted.setState({ place: null })
    latest.current(place)
  }, [place, workerId])
}
