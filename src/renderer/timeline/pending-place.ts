/** The way to a message that is pending: asked for here, taken by the composer of its worker. */
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { useView } from '../connection'
import { goToTurn } from './go-to'
import { useTimeline } from './store'

interface PendingPlace {
  readonly sessionId: string
  readonly workerId: string
  readonly messageId: string
}

const useWanted = create<{ readonly place: PendingPlace | null }>(() => ({ place: null }))

/** Shows a worker with one of its pending messages; where a turn has taken it meanwhile, with that turn. */
export function goToPending(place: PendingPlace): void {
  useView.getState().select(place.sessionId, place.workerId)
  useWanted.setState({ place })
}

/** Takes what is wanted of this worker as soon as it is known what is pending there, once for each time that it is. */
export function usePendingPlace(workerId: string, take: (messageId: string) => void): void {
  const place = useWanted((state) => (state.place?.workerId === workerId ? state.place : null))
  const state = useTimeline((view) => (view.worker?.workerId === workerId ? view.state : null))
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (!place || !state) return
    useWanted.setState({ place: null })
    const { sessionId, messageId } = place
    const isIn = (list: readonly { messageId: string }[]): boolean => list.some((message) => message.messageId === messageId)
    const turn = isIn(state.pending) ? undefined : state.turns.findLast(({ inputs }) => isIn(inputs))
    if (turn) goToTurn(sessionId, workerId, turn.number)
    else latest.current(messageId)
  }, [place, state, workerId])
}
