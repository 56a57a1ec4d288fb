import { useRef, type RefObject } from 'react'
import { Button, closeDialog, Dialog, langOf, useDialogs } from '../ui'
import { useWords } from '../words'
import { deleteRows, useConfirming, type Meant } from './acts'
import { allWorkers } from './list'
import { listWords } from './list-words'

/** Names that are told; the rest is counted. */
const NAMED = 6

/** Asks before several workers are deleted, and says what goes with them. */
export function DeleteDialog() {
  const say = useWords(listWords)
  const rows = useConfirming((state) => state.rows)
  const cancel = useRef<HTMLButtonElement>(null)
  const open = useDialogs(({ stack }) => stack.at(-1) === 'delete-workers')
  return (
    <Dialog open={open} onClose={closeDialog} title={say.confirmTitle(rows.length)} description={say.confirmAbout} initialFocus={cancel}>
      {open && <Question rows={rows} cancel={cancel} />}
    </Dialog>
  )
}

function Question({ rows, cancel }: { rows: readonly Meant[]; cancel: RefObject<HTMLButtonElement | null> }) {
  const say = useWords(listWords)
  const busy = rows.filter(({ worker }) => worker.turn !== null).length
  const children = childrenOf(rows)
  return (
    <section className="delete-question">
      <ul>
        {rows.slice(0, NAMED).map(({ key, worker }) => (
          <li key={key} className="cut" lang={langOf(worker.name)}>
            {worker.name}
          </li>
        ))}
        {rows.length > NAMED && <li>{say.andMore(rows.length - NAMED)}</li>}
      </ul>
      {busy > 0 && <p>{say.confirmBusy(busy)}</p>}
      {children > 0 && <p>{say.confirmChildren(children)}</p>}
      <div className="form-end">
        <span className="is-last" />
        <Button ref={cancel} onClick={closeDialog}>
          {say.cancel}
        </Button>
        <Button
          kind="main"
          onClick={() => {
            closeDialog()
            deleteRows(rows)
          }}
        >
          {say.confirm(rows.length)}
        </Button>
      </div>
    </section>
  )
}

/** How many workers under these are not among them. */
function childrenOf(rows: readonly Meant[]): number {
  const going = new Set(rows.map((row) => row.key))
  let found = 0
  for (const { workerId, parentId } of allWorkers()) {
    if (going.has(workerId) || parentId === null || !going.has(parentId)) continue
    going.add(workerId)
    found++
  }
  return found
}
