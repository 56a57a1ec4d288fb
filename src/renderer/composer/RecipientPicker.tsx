import { Popover } from '@base-ui/react/popover'
import { useState } from 'react'
import { foldCase } from '../../shared/find'
import type { WorkerView } from '../../shared/model'
import { useHandler } from '../actions'
import { IconButton, langOf, useFocusBack } from '../ui'
import { useWords } from '../words'
import { choose } from './several'
import { useMembers } from './use-recipients'
import { severalWords } from './words'

/** More workers than this are searched for. */
const SEARCHED = 8

interface RecipientPickerProps {
  /** Whose composer it is. */
  worker: WorkerView
  /** Ids of those whom the next message goes to. */
  chosen: readonly string[]
}

/** Chooses whom the next message goes to. */
export function RecipientPicker({ worker, chosen }: RecipientPickerProps) {
  const say = useWords(severalWords)
  const [isOpen, setOpen] = useState(false)
  const popup = useFocusBack(isOpen)
  useHandler('composer.several', () => setOpen(true))
  const isAlone = chosen.length === 1 && chosen[0] === worker.workerId
  const label = isAlone ? say.choose : say.chosen(chosen.length)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger render={<IconButton icon="several" label={label} aria-pressed={!isAlone} />} />
      <Popover.Portal container={document.querySelector('main')}>
        <Popover.Positioner className="menu-place" side="top" align="start" sideOffset={4} collisionPadding={8}>
          <Popover.Popup ref={popup} className="float recipients" aria-label={say.choose}>
            <Choice worker={worker} chosen={chosen} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Choice({ worker, chosen }: RecipientPickerProps) {
  const say = useWords(severalWords)
  const members = useMembers(worker)
  const [wanted, setWanted] = useState('')
  const found = members.filter(({ name }) => foldCase(name).includes(foldCase(wanted.trim())))
  const put = (ids: readonly string[]): void => {
    const isThisOne = ids.length === 1 && ids[0] === worker.workerId
    choose(worker.workerId, isThisOne ? null : ids)
  }
  const turn = (id: string): void => {
    const next = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
    // A message goes to somebody.
    put(next.length === 0 ? [worker.workerId] : next)
  }
  return (
    <>
      {members.length > SEARCHED && (
        <input
          className="input"
          type="search"
          aria-label={say.find}
          placeholder={say.find}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      <ul className="scrolls">
        {found.map(({ workerId, name }) => (
          <li key={workerId}>
            <label className="recipient">
              <input type="checkbox" checked={chosen.includes(workerId)} onChange={() => turn(workerId)} />
              <span className="cut" lang={langOf(name)} title={name}>
                {name}
              </span>
              {workerId === worker.workerId && <span className="recipient-note">{say.this}</span>}
            </label>
          </li>
        ))}
        {found.length === 0 && <li className="recipient-note">{say.none}</li>}
      </ul>
      <p className="recipient-acts">
        <button type="button" className="link" onClick={() => put([...new Set([...chosen, ...found.map((one) => one.workerId)])])}>
          {say.all}
        </button>
        <button type="button" className="link" onClick={() => put([worker.workerId])}>
          {say.onlyThis}
        </button>
        <span role="status">{say.chosen(chosen.length)}</span>
      </p>
    </>
  )
}
