import { useId, useRef, useState, type SubmitEvent } from 'react'
import { client, useHost } from '../connection'
import { useAttempt } from '../settings/use-attempt'
import { Button, Dialog, IconButton } from '../ui'
import { useWords } from '../words'
import { sourceWords } from './source-words'

/** Where transcripts are looked for beside the folders of the programs themselves. */
export function FoldersDialog({ folders, onClose }: { folders: readonly string[]; onClose(): void }) {
  const from = useWords(sourceWords)
  const [path, setPath] = useState('')
  const attempt = useAttempt()
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const canChoose = useHost((host) => host.info?.canChooseFolder ?? false)
  const add = (folder: string): void => {
    void attempt.run(async () => void (await client.imports.addFolder({ folder })), () => setPath((now) => (now.trim() === folder ? '' : now)))
  }
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (path.trim() !== '') add(path.trim())
  }
  const choose = (): void => {
    void attempt.run(async () => {
      const { folder } = await client.projects.chooseFolder({})
      if (folder !== null) await client.imports.addFolder({ folder })
    })
  }
  const remove = (folder: string): void => void attempt.run(async () => void (await client.imports.removeFolder({ folder })))
  return (
    <Dialog open title={from.folder.title} description={from.folder.about} onClose={onClose} initialFocus={field}>
      <form className="form" onSubmit={submit} noValidate>
        {folders.length > 0 && (
          <ul className="folders">
            {folders.map((folder) => (
              <li key={folder} className="folder-row">
                <code className="cut" title={folder}>
                  {folder}
                </code>
                <IconButton icon="trash" label={from.folder.remove(folder)} small onClick={() => remove(folder)} />
              </li>
            ))}
          </ul>
        )}
        <div className="form-field">
          <label className="form-label" htmlFor={id}>
            {from.folder.path}
          </label>
          <input
            ref={field}
            id={id}
            className="input"
            value={path}
            autoComplete="off"
            spellCheck={false}
            aria-describedby={`${id}-problem`}
            aria-invalid={attempt.refusal !== null}
            onChange={(event) => setPath(event.target.value)}
          />
          <p className="form-problem" id={`${id}-problem`} role="alert">
            {attempt.refusal && `${attempt.refusal.message} ${attempt.refusal.remedy}`}
          </p>
        </div>
        <div className="form-end">
          {canChoose && <Button onClick={choose}>{from.folder.choose}</Button>}
          <span className="is-last" />
          <Button onClick={onClose}>{from.folder.done}</Button>
          <Button kind="main" type="submit" disabled={attempt.busy || path.trim() === ''}>
            {from.folder.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
