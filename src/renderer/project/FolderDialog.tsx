import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import { client, refusalOf, type RefusalView } from '../connection'
import { Button, closeDialog, Dialog, Icon, isOnScreen, langOf, useDialogs } from '../ui'
import { listTarget } from '../ui/list-keys.logic'
import { useWords } from '../words'
import { lastPart, placeOf } from './folder-path.logic'
import { openProject } from './open-folder'
import { folderWords } from './words'
import './project.css'

type Listing = Awaited<ReturnType<typeof client.projects.browse>>

/** What the list shows: folders, or why there are none. */
type Shown = { readonly kind: 'listing'; readonly listing: Listing; readonly begins: string } | { readonly kind: 'refused'; readonly refusal: RefusalView }

/** How long the operator may pause in a path before its folders are asked for, in ms. */
const TYPING_MS = 80

/** Chooses a folder of the host where there is no native dialog: a path, and the folders at that place. */
export function FolderDialog() {
  const say = useWords(folderWords)
  const open = useDialogs(({ stack }) => stack.at(-1) === 'open-folder')
  const path = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={closeDialog} title={say.title} initialFocus={path}>
      {open && <Browser path={path} />}
    </Dialog>
  )
}

function Browser({ path }: { path: RefObject<HTMLInputElement | null> }) {
  const say = useWords(folderWords)
  const { shown, typed, setTyped, go } = useBrowsing()
  const [refusal, setRefusal] = useState<RefusalView | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const listing = shown?.kind === 'listing' ? shown.listing : null

  const openTyped = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    try {
      await openProject(typed, () => isOnScreen('open-folder'))
      if (isOnScreen('open-folder')) closeDialog()
    } catch (error) {
      setRefusal(refusalOf(error))
    }
  }
  const enter = (folder: string): void => {
    setRefusal(null)
    go(folder)
    path.current?.focus()
  }

  return (
    <form className="form" onSubmit={(event) => void openTyped(event)}>
      <div className="form-field">
        <label className="form-label" htmlFor="folder-path">
          {say.folder}
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
          onChange={(event) => {
            setRefusal(null)
            setTyped(event.target.value)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            list.current?.querySelector('button')?.focus()
          }}
        />
        <p id="folder-problem" className={refusal ? 'form-problem' : 'form-hint'} role="status">
          {refusal ? `${refusal.message} ${refusal.remedy}` : listing && !listing.writable ? say.readOnly : ' '}
        </p>
      </div>
      <div className="folder-list scrolls">
        <ul ref={list} aria-label={say.here} onKeyDown={moveInList}>
          {listing?.parent != null && <FolderRow name=".." label={say.above} onOpen={() => listing.parent !== null && enter(listing.parent)} />}
          {listing?.folders.map((folder) => <FolderRow key={folder} name={lastPart(folder)} onOpen={() => enter(folder)} />)}
        </ul>
        {shown && <Remark shown={shown} />}
      </div>
      <div className="form-end">
        <span className="is-last" />
        <Button onClick={closeDialog}>{say.cancel}</Button>
        <Button kind="main" type="submit" disabled={typed.trim() === ''}>
          {say.open}
        </Button>
      </div>
    </form>
  )
}

/** What is typed, and the folders at that place: they follow the typing. Begins at the home folder, until something is typed. */
function useBrowsing() {
  const [shown, setShown] = useState<Shown | null>(null)
  const [home, setHome] = useState('')
  // Kept apart from the home folder, which may come late and must not take the place of what is typed.
  const [typed, setTyped] = useState<string | null>(null)
  const asked = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const ask = async (folder: string | null, begins: string): Promise<void> => {
    clearTimeout(timer.current)
    const turn = ++asked.current
    try {
      const listing = await client.projects.browse({ folder, begins })
      if (turn !== asked.current) return
      setShown({ kind: 'listing', listing, begins })
      if (folder === null) setHome(listing.folder)
    } catch (error) {
      if (turn === asked.current) setShown({ kind: 'refused', refusal: refusalOf(error) })
    }
  }
  useEffect(() => {
    void ask(null, '')
    return () => {
      asked.current++
      clearTimeout(timer.current)
    }
  }, [])

  return {
    shown,
    typed: typed ?? home,
    setTyped(text: string): void {
      setTyped(text)
      const place = placeOf(text)
      clearTimeout(timer.current)
      if (place) timer.current = setTimeout(() => void ask(place.folder, place.begins), TYPING_MS)
    },
    /** Goes into a folder. */
    go(folder: string): void {
      setTyped(folder)
      void ask(folder, '')
    }
  }
}

/** What there is to say under the rows. */
function Remark({ shown }: { shown: Shown }) {
  const say = useWords(folderWords)
  if (shown.kind === 'refused') return <p className="folder-remark">{shown.refusal.message}</p>
  const { listing, begins } = shown
  if (listing.cut) return <p className="folder-remark">{say.partly(listing.folders.length)}</p>
  if (listing.folders.length > 0) return null
  return <p className="folder-remark">{begins === '' ? say.noneHere : say.noneLike(begins)}</p>
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
