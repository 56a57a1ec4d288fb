import { useState, type SubmitEvent } from 'react'
import { client } from '../connection'
import { useAttempt } from '../settings/use-attempt'
import { Button } from '../ui'
import { useWords } from '../words'
import { askInstance } from './instances'
import { sourceWords } from './source-words'
import { words } from './words'

/** Names a run by its id, for an instance that does not tell its runs. */
export function RunNameForm({ id, onDone }: { id: string; onDone(): void }) {
  const say = useWords(words)
  const from = useWords(sourceWords)
  const [runId, setRunId] = useState('')
  const attempt = useAttempt()
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const add = async (): Promise<void> => {
      await client.instances.addRun({ id, runId })
      void askInstance(id)
    }
    if (runId.trim() !== '') void attempt.run(add, onDone)
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className="run-name-field">
        <input
          className="input"
          value={runId}
          aria-label={from.instance.runId}
          placeholder={from.instance.runId}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          onChange={(event) => setRunId(event.target.value)}
        />
        <Button type="submit" disabled={attempt.busy || runId.trim() === ''}>
          {from.folder.add}
        </Button>
        <Button kind="plain" onClick={onDone}>
          {say.clear.cancel}
        </Button>
      </div>
      <p className="form-problem" role="alert">
        {attempt.refusal && `${attempt.refusal.message} ${attempt.refusal.remedy}`}
      </p>
    </form>
  )
}
