import { useState } from 'react'
import type { WorkerView } from '../../shared/model'
import { useActionKey, useHandler } from '../actions'
import { client, refusalOf, useIsLost } from '../connection'
import { Button, showTrouble } from '../ui'
import { useWords } from '../words'
import { words } from './words'

interface StopButtonProps {
  sessionId: string
  worker: WorkerView
}

/** Stops the turn whose number it shows, and no other. */
export function StopButton({ sessionId, worker }: StopButtonProps) {
  const say = useWords(words)
  const { workerId, turn } = worker
  const isLost = useIsLost()
  const [asked, setAsked] = useState<number | null>(null)
  const [missed, setMissed] = useState<number | null>(null)
  const isStopping = turn !== null && (turn.stoppingSince !== null || asked === turn.number)

  const stop = async (): Promise<void> => {
    if (!turn || isStopping || isLost) return
    setAsked(turn.number)
    setMissed(null)
    try {
      await client.workers.interrupt({ sessionId, workerId, turn: turn.number })
    } catch (error) {
      setAsked(null)
      if (refusalOf(error).code === 'CONFLICT') setMissed(turn.number)
      else showTrouble(words().notStopped(turn.number), error)
    }
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
