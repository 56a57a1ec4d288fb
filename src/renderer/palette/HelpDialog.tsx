import { useState } from 'react'
import { GROUPS, groupWords, useActionKey, useBindings, type BoundAction } from '../actions'
import { openSettings } from '../settings/sections'
import { Button, closeDialog, Dialog, formatKey, useDialogs } from '../ui'
import { useWords } from '../words'
import { fit } from './fuzzy.logic'
import { words } from './words'
import './palette.css'

/** All that can be done, by group, with the keys that work here. */
export function HelpDialog() {
  const open = useDialogs(({ stack }) => stack.at(-1) === 'help')
  const say = useWords(words)
  const paletteKeys = useActionKey('palette.open') ?? say.noKeys
  return (
    <Dialog open={open} onClose={closeDialog} title={say.help} description={say.helpAbout(paletteKeys)} size="wide">
      {open && <Sheet />}
    </Dialog>
  )
}

function Sheet() {
  const say = useWords(words)
  const { groups } = useWords(groupWords)
  const [filter, setFilter] = useState('')
  const bound = useBindings()
  const isWanted = (name: string): boolean => fit(filter, { name, detail: '' }) !== null
  const fixed = useFixedKeys()
  const fitting = bound.filter(({ action }) => isWanted(action.name()))
  const withoutKeys = fitting.filter(({ keys }) => keys.length === 0).length
  return (
    <>
      <section className="help-acts">
        <input
          className="input"
          type="search"
          aria-label={say.helpFilter}
          placeholder={say.helpFilter}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <Button icon="edit" onClick={() => openSettings('keyboard')}>
          {say.change}
        </Button>
      </section>
      <div className="help">
        {GROUPS.map((group) => (
          <Group
            key={group}
            title={groups[group]}
            lines={[
              ...fitting.filter(({ action, keys }) => action.group === group && keys.length > 0).map(lineOf),
              ...(group === 'composer' ? fixed.composer.filter(({ name }) => isWanted(name)) : [])
            ]}
          />
        ))}
        <Group title={say.dialogs} lines={fixed.dialogs.filter(({ name }) => isWanted(name))} />
      </div>
      {withoutKeys > 0 && (
        <p className="help-rest">
          <button type="button" className="link" onClick={() => openSettings('keyboard')}>
            {say.withoutKeys(withoutKeys)}
          </button>
        </p>
      )}
    </>
  )
}

interface Line {
  readonly name: string
  readonly keys: readonly string[]
}

function lineOf({ action, keys }: BoundAction): Line {
  return { name: action.name(), keys }
}

/** Keys that belong to fields, lists and dialogs: they are always these. */
function useFixedKeys(): { readonly composer: readonly Line[]; readonly dialogs: readonly Line[] } {
  const { also } = useWords(words)
  return {
    composer: [
      { name: also.send, keys: ['Enter'] },
      { name: also.otherWay, keys: ['Mod+Enter'] },
      { name: also.newLine, keys: ['Shift+Enter'] },
      { name: also.leave, keys: ['Escape'] }
    ],
    dialogs: [
      { name: also.list, keys: ['ArrowUp', 'ArrowDown'] },
      { name: also.submit, keys: ['Mod+Enter'] },
      { name: also.save, keys: ['Mod+S'] },
      { name: also.close, keys: ['Escape'] }
    ]
  }
}

function Group({ title, lines }: { title: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <section className="help-group">
      <h3>{title}</h3>
      <dl>
        {lines.map(({ name, keys }) => (
          <div key={name} className="help-line">
            <dt>{name}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key} className="key">
                  {formatKey(key)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
