import { useEffect, useRef, useState } from 'react'
import type { WorkerView } from '../../shared/model'
import { useActionKey, useHandler } from '../actions'
import { client, lookAtTurn, notKnown, notThrough, refusalOf, useIsLost, wasCutOff, type RefusalView } from '../connection'
import { Button, showRefusal } from '../ui'
import { useWords } from '../words'
import { words } from './words'

interface StopButtonProps {
  sessionId: string
  worker: WorkerView
}

/** Stops the turn whose number it shows, and no other. */
export function StopButton({ sessionId, worker }: StopButtonProps) {
  const say = useWords(words)
  const { workerId, name, turn } = worker
  const isLost = useIsLost()
  const [asked, setAsked] = useState<number | null>(null)
  const [missed, setMissed] = useState<number | null>(null)
  const isStopping = turn !== null && (turn.stoppingSince !== null || asked === turn.number)

  // What is said of this worker goes with it from the screen.
  const putAway = useRef(() => {})
  const shown = useRef<string | null>(null)
  useEffect(() => {
    shown.current = workerId
    return () => {
      shown.current = null
      putAway.current()
    }
  }, [workerId])
  const tell = (title: string, refusal: RefusalView): void => {
    if (shown.current === workerId) putAway.current = showRefusal(title, refusal)
  }

  const stop = async (): Promise<void> => {
    if (!turn || isStopping || isLost) return
    setAsked(turn.number)
    setMissed(null)
    try {
      await client.workers.interrupt({ sessionId, workerId, turn: turn.number })
    } catch (error) {
      if (wasCutOff(error)) return settle(turn.number)
      setAsked(null)
      if (refusalOf(error).code === 'CONFLICT') setMissed(turn.number)
      else tell(words().notStopped(turn.number, name), refusalOf(error))
    }
  }
  /** The host may have stopped it, or not. */
  const settle = async (number: number): Promise<void> => {
    tell(words().maybeStopped(number, name), notKnown())
    const runs = await lookAtTurn(sessionId, workerId, number)
    putAway.current()
    setAsked(null)
    if (runs) tell(words().notStopped(number, name), notThrough())
  }
  useHandler('turn.stop', () => void stop(), turn !== null && !isStopping && !isLost)
  const shortcut = useActionKey('turn.stop')

  return (
    <>
      <span className="stop-note" role="status">
        {missed !== null && say.hadEnded(missed)}
      </span>
      {turn && (
        <Button icon="stop" shortcut={isStopping ? undefined : shortcut} needsHost aria-disabled={isStopping} onClick={() => void stop()}>
          {isStopping ? say.stoppingTurn(turn.number) : say.stopTurn(turn.number)}
        </Button>
      )}
    </>
  )
}
