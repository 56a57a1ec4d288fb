import { useId, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { client, refusalOf, type RefusalView } from '../../connection'
import { FormEnd } from '../../settings/FormEnd'
import { closeDialog, Dialog, isOnScreen, Segments, useDialogs } from '../../ui'
import { formatNumber } from '../../ui/format'
import { useWords } from '../../words'
import { goToTurn } from '../go-to'
import { useTimeline } from '../store'
import { clearedOf } from '../window.logic'
import { words } from './words'
import './dialogs.css'

/** Goes to a turn of the timeline on the screen by its number, or to the first one of a day. */
export function GoToDialog() {
  const say = useWords(words)
  const field = useRef<HTMLInputElement>(null)
  const open = useDialogs(({ stack }) => stack.at(-1) === 'go-to')
  return (
    <Dialog open={open} onClose={closeDialog} title={say.goToTitle} initialFocus={field}>
      {open && <Form field={field} />}
    </Dialog>
  )
}

function Form({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const say = useWords(words)
  const worker = useTimeline((view) => view.worker)
  const total = useTimeline((view) => view.state?.totalTurns ?? 0)
  const first = useTimeline((view) => clearedOf(view.state) + 1)
  const [by, setBy] = useState<'turn' | 'date'>('turn')
  const [number, setNumber] = useState('')
  const [date, setDate] = useState('')
  const [refusal, setRefusal] = useState<RefusalView | null>(null)
  const id = useId()
  const turn = /^\d{1,9}$/.test(number.trim()) ? Number(number) : 0
  const isWhole = by === 'turn' ? turn >= first && turn <= total : date !== ''

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (!worker || !isWhole) return
    setRefusal(null)
    try {
      // A day begins at midnight here.
      const found = by === 'turn' ? turn : (await client.projectMode.turnAt({ ...worker, at: new Date(`${date}T00:00`).getTime() })).turn
      // Whoever gave it up stays where they are.
      if (!isOnScreen('go-to')) return
      closeDialog()
      if (found !== null) goToTurn(worker.sessionId, worker.workerId, found)
    } catch (error) {
      setRefusal(refusalOf(error))
    }
  }
  return (
    <form className="form turns-form" onSubmit={(event) => void submit(event)}>
      <Segments<'turn' | 'date'>
        label={say.goToBy}
        value={by}
        options={[
          { value: 'turn', label: say.byTurn },
          { value: 'date', label: say.byDate }
        ]}
        onChoose={setBy}
      />
      <div className="form-field">
        <label className="form-label" htmlFor={id}>
          {by === 'turn' ? say.turnNumber : say.day}
        </label>
        {by === 'turn' ? (
          <input
            id={id}
            ref={field}
            className="input"
            inputMode="numeric"
            autoComplete="off"
            value={number}
            placeholder={say.numberRange(formatNumber(first), formatNumber(total))}
            onChange={(event) => setNumber(event.target.value)}
          />
        ) : (
          <input id={id} ref={field} className="input" type="date" value={date} onChange={(event) => setDate(event.target.value)} />
        )}
        <p className="form-hint">{by === 'turn' ? say.aboutNumber(formatNumber(total)) : say.aboutDay}</p>
      </div>
      <FormEnd refusal={refusal} action={say.go} disabled={!worker || !isWhole} onCancel={closeDialog} />
    </form>
  )
}
