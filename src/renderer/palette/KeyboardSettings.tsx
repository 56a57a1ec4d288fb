import { useState, type KeyboardEvent } from 'react'
import { GROUPS, groupWords, rebind, resetKeys, useBindings, type BoundAction } from '../actions'
import { browserKeeps, conflictsOf, DIGITS, digitOf, isTaken, keptName, namesOf } from '../actions/keys.logic'
import { Button, formatKey, IconButton, isDesktop, isMac } from '../ui'
import { useWords } from '../words'
import { keyWords } from './key-words'
import './palette.css'

/** The keys of every action: press others to change them. */
export function KeyboardSettings() {
  const say = useWords(keyWords)
  const { groups } = useWords(groupWords)
  const bound = useBindings()
  const [recording, setRecording] = useState<string | null>(null)
  return (
    <div className="bindings">
      <p className="form-hint">{say.about}</p>
      {GROUPS.map((group) => {
        const inGroup = bound.filter(({ action }) => action.group === group)
        return (
          inGroup.length > 0 && (
            <section key={group} aria-label={groups[group]}>
              <h3>{groups[group]}</h3>
              {inGroup.map((one) => (
                <Binding key={one.action.id} one={one} all={bound} isRecording={recording === one.action.id} onRecord={setRecording} />
              ))}
            </section>
          )
        )
      })}
      {bound.some(({ isChosen }) => isChosen) && (
        <p className="form-end">
          <span className="is-last" />
          <Button icon="undo" onClick={() => resetKeys()}>
            {say.resetAll}
          </Button>
        </p>
      )}
    </div>
  )
}

interface BindingProps {
  one: BoundAction
  all: readonly BoundAction[]
  isRecording: boolean
  onRecord(id: string | null): void
}

/** What was pressed and is not theirs yet: others have it. */
interface Wish {
  readonly keys: string
  readonly others: readonly BoundAction[]
}

function Binding({ one: { action, keys, isChosen }, all, isRecording, onRecord }: BindingProps) {
  const say = useWords(keyWords)
  const [problem, setProblem] = useState('')
  const [wish, setWish] = useState<Wish | null>(null)
  const name = action.name()

  const take = (keys: string, others: readonly BoundAction[]): void => {
    for (const other of others) rebind(other.action.id, null)
    rebind(action.id, keys)
    setWish(null)
    setProblem('')
    onRecord(null)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isRecording || event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (plain && event.key === 'Escape') return onRecord(null)
    if (plain && (event.key === 'Backspace' || event.key === 'Delete')) {
      rebind(action.id, null)
      return onRecord(null)
    }
    const pressed = keptName(event.nativeEvent, isMac)
    if (pressed === null) return
    const needsDigit = keys[0]?.endsWith(DIGITS) === true
    const kept = needsDigit ? digitOf(pressed)?.keys : pressed
    setWish(null)
    if (kept === undefined) return setProblem(say.needsDigit)
    if (isTaken(pressed)) return setProblem(say.taken(formatKey(pressed)))
    if (!isDesktop && browserKeeps(pressed)) return setProblem(say.browserKeeps(formatKey(pressed)))
    setProblem('')
    const names = needsDigit ? [kept] : namesOf(event.nativeEvent, isMac)
    const ids = conflictsOf(action.id, names, all.map((other) => ({ id: other.action.id, keys: other.keys })))
    const others = all.filter((other) => ids.includes(other.action.id))
    if (others.length === 0) return take(kept, [])
    setWish({ keys: kept, others })
  }
  return (
    <div className="binding">
      <span>{name}</span>
      <button
        type="button"
        className="btn is-small binding-keys"
        aria-label={say.keysOf(name, keys.map(formatKey).join(', ') || say.none)}
        aria-pressed={isRecording}
        onClick={() => {
          setWish(null)
          setProblem('')
          onRecord(isRecording ? null : action.id)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => isRecording && wish === null && onRecord(null)}
      >
        {isRecording && wish === null ? say.press : keys.length === 0 ? <span className="key">{say.none}</span> : keys.map((key) => <kbd key={key} className="key">{formatKey(key)}</kbd>)}
      </button>
      {isChosen ? <IconButton small icon="undo" label={say.reset(name)} onClick={() => resetKeys(action.id)} /> : <span className="binding-gap" />}
      {problem !== '' && (
        <p className="is-problem" role="alert">
          {problem}
        </p>
      )}
      {wish && (
        <p className="is-note" role="alert">
          {say.conflict(formatKey(wish.keys), wish.others.map((other) => other.action.name()).join(', '))}{' '}
          <Button small onClick={() => take(wish.keys, wish.others)}>
            {say.takeThem}
          </Button>{' '}
          <Button
            small
            kind="plain"
            onClick={() => {
              setWish(null)
              onRecord(null)
            }}
          >
            {say.leaveThem}
          </Button>
        </p>
      )}
    </div>
  )
}
