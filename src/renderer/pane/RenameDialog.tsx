import { useId, useRef, useState, type SubmitEvent } from 'react'
import { NAME_MAX_CHARS } from '../../shared/limits'
import type { WorkerView } from '../../shared/model'
import { client, refusalOf } from '../connection'
import { Button, Dialog } from '../ui'

interface RenameDialogProps {
  sessionId: string
  worker: WorkerView
  onClose(): void
}

export function RenameDialog({ sessionId, worker, onClose }: RenameDialogProps) {
  const [name, setName] = useState(worker.name)
  const [problem, setProblem] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (name.trim() === '') return setProblem('A worker needs a name.')
    try {
      await client.workers.rename({ sessionId, workerId: worker.workerId, name })
      onClose()
    } catch (error) {
      const { message, remedy } = refusalOf(error)
      setProblem(`${message} ${remedy}`.trim())
    }
  }

  return (
    <Dialog open title="Rename the worker" onClose={onClose} initialFocus={field}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <div className="form-field">
          <label className="form-label" htmlFor={id}>
            Name
          </label>
          <input
            ref={field}
            id={id}
            className="input"
            value={name}
            maxLength={NAME_MAX_CHARS}
            aria-invalid={problem !== ''}
            aria-describedby={`${id}-problem`}
            onChange={(event) => {
              setName(event.target.value)
              setProblem('')
            }}
          />
          <p className="form-problem" id={`${id}-problem`} role="alert">
            {problem}
          </p>
        </div>
        <div className="form-end">
          <span className="is-last" />
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit">
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
