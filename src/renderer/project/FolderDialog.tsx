import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { client, refusalOf, type RefusalView } from '../connection'
import { Button, closeDialog, Dialog, Icon, langOf, useDialogs } from '../ui'
import { listTarget } from '../ui/list-keys.logic'
import { openProject } from './open-folder'
import './project.css'

type Listing = Awaited<ReturnType<typeof client.projects.browse>>

/** Chooses a folder of the host where there is no native dialog: a path, and the folders at that place. */
export function FolderDialog() {
  const open = useDialogs(({ stack }) => stack.at(-1) === 'open-folder')
  const path = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={closeDialog} title="Open a folder" initialFocus={path}>
      {open && <Browser path={path} />}
    </Dialog>
  )
}

function Browser({ path }: { path: React.RefObject<HTMLInputElement | null> }) {
  const [listing, setListing] = useState<Listing | null>(null)
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<RefusalView | null>(null)
  const asked = useRef(0)

  const browse = async (folder: string | null): Promise<void> => {
    const ask = ++asked.current
    try {
      const found = await client.projects.browse({ folder })
      if (ask !== asked.current) return
      setListing(found)
      setTyped(found.folder)
      setRefusal(null)
    } catch (error) {
      if (ask === asked.current) setRefusal(refusalOf(error))
    }
  }

  useEffect(() => void browse(null), [])

  const openTyped = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    try {
      await openProject(typed)
      closeDialog()
    } catch (error) {
      setRefusal(refusalOf(error))
    }
  }

  return (
    <form className="form" onSubmit={(event) => void openTyped(event)}>
      <div className="form-field">
        <label className="form-label" htmlFor="folder-path">
          Folder
        </label>
        <input
          id="folder-path"
          ref={path}
          className="input"
          value={typed}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={refusal !== null}
          aria-describedby="folder-problem"
          onChange={(event) => setTyped(event.target.value)}
        />
        <p id="folder-problem" className={refusal ? 'form-problem' : 'form-hint'} role="status">
          {refusal ? `${refusal.message} ${refusal.remedy}` : listing && !listing.writable ? 'Workers can read here, but not write.' : ' '}
        </p>
      </div>
      <ul className="folder-list scrolls" aria-label="Folders here" onKeyDown={moveInList}>
        {listing?.parent != null && <FolderRow name=".." label="Folder above" onOpen={() => void browse(listing.parent)} />}
        {listing?.folders.map((folder) => <FolderRow key={folder} name={lastPart(folder)} onOpen={() => void browse(folder)} />)}
      </ul>
      <div className="form-end">
        <span className="is-last" />
        <Button onClick={closeDialog}>Cancel</Button>
        <Button kind="main" type="submit" disabled={typed.trim() === ''}>
          Open this folder
        </Button>
      </div>
    </form>
  )
}

function FolderRow({ name, label, onOpen }: { name: string; label?: string; onOpen(): void }) {
  return (
    <li>
      <button type="button" className="row" aria-label={label} onClick={onOpen}>
        <Icon name={label ? 'up' : 'folder'} />
        <span className="cut" lang={langOf(name)}>
          {name}
        </span>
      </button>
    </li>
  )
}

/** The arrow keys go from row to row. */
function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll('button')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const target = listTarget(event.key, at, rows.length, 10)
  if (target === null) return
  event.preventDefault()
  rows[target]?.focus()
}

/** The name of a folder in its path, however that is written. */
function lastPart(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path
}
