/** One setting: what it is, what it means, and its control. What is chosen is stored at once; what goes wrong is said in place. */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { isComposing, Segments } from '../ui'
import { useAttempt } from './use-attempt'
import { parseWhole, wholeText, type WholeBounds } from './whole.logic'
import './settings.css'

interface SettingProps {
  label: string
  hint?: ReactNode
  /** What was wrong with the last change; empty when nothing was. */
  problem?: string
  /** Whether the control is a group, which a label cannot name. */
  isGroup?: boolean
  children(ids: SettingIds): ReactNode
}

interface SettingIds {
  /** The id of the control itself. */
  readonly control: string
  /** The ids of the elements that name and explain it. */
  readonly name: string
  readonly about: string
}

export function Setting({ label, hint, problem = '', isGroup = false, children }: SettingProps) {
  const control = useId()
  const name = useId()
  const about = useId()
  return (
    <div className="setting">
      <span className="setting-name">
        {isGroup ? (
          <span id={name}>{label}</span>
        ) : (
          <label id={name} htmlFor={control}>
            {label}
          </label>
        )}
        <span id={about}>
          {hint && <span className="form-hint">{hint}</span>}
          {problem !== '' && (
            <span className="form-problem" role="alert">
              {problem}
            </span>
          )}
        </span>
      </span>
      {children({ control, name, about })}
    </div>
  )
}

/**
 * The value to show while `save` has not answered yet, or the news of it has not come yet, and how to change it. `save`
 * rejects like any call.
 */
export function useStored<T>(value: T, save: (value: T) => Promise<void>) {
  const attempt = useAttempt()
  const [wanted, setWanted] = useState(value)
  const [accepted, setAccepted] = useState<{ readonly value: T } | null>(null)
  const latest = useRef(0)
  useEffect(() => setAccepted(null), [value])
  return {
    shown: attempt.busy ? wanted : accepted ? accepted.value : value,
    problem: attempt.refusal ? `${attempt.refusal.message} ${attempt.refusal.remedy}`.trim() : '',
    change(next: T): void {
      const turn = ++latest.current
      setWanted(next)
      void attempt.run(
        () => save(next),
        // What was chosen earlier may be answered later.
        () => turn === latest.current && setAccepted({ value: next })
      )
    }
  }
}

interface StoredProps<T> {
  label: string
  hint?: ReactNode
  value: T
  save(value: T): Promise<void>
}

interface ChoiceProps<T extends string> extends StoredProps<T> {
  options: readonly { value: T; label: string }[]
}

export function ChoiceSetting<T extends string>({ label, hint, value, save, options }: ChoiceProps<T>) {
  const { shown, problem, change } = useStored(value, save)
  return (
    <Setting label={label} hint={hint} problem={problem} isGroup>
      {({ name, about }) => <Segments labelledBy={name} describedBy={about} value={shown} options={options} onChoose={change} />}
    </Setting>
  )
}

export function SwitchSetting({ label, hint, value, save }: StoredProps<boolean>) {
  const { shown, problem, change } = useStored(value, save)
  return (
    <Setting label={label} hint={hint} problem={problem}>
      {({ control, about }) => (
        <input
          id={control}
          type="checkbox"
          role="switch"
          className="switch"
          aria-describedby={about}
          checked={shown}
          onChange={(event) => change(event.target.checked)}
        />
      )}
    </Setting>
  )
}

interface NumberProps extends StoredProps<number | null> {
  bounds: WholeBounds
  /** What an empty field means. */
  placeholder?: string
}

/** Stored when the field is left, or with Enter; Escape takes the change back. */
export function NumberSetting({ label, hint, value, save, bounds, placeholder }: NumberProps) {
  const stored = useStored(value, save)
  // Kept apart from what is stored, of which news may come while somebody types; null while nobody does.
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useState('')

  const commit = (): void => {
    if (typed === null) return
    const whole = parseWhole(typed, bounds)
    setWrong(whole.ok ? '' : whole.problem)
    if (!whole.ok) return
    setTyped(null)
    if (whole.value !== stored.shown) stored.change(whole.value)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      commit()
    } else if (event.key === 'Escape' && typed !== null) {
      // The first one is for the field, not for the dialog.
      event.stopPropagation()
      setTyped(null)
      setWrong('')
    }
  }
  const problem = wrong || stored.problem
  return (
    <Setting label={label} hint={hint} problem={problem}>
      {({ control, about }) => (
        <input
          id={control}
          className="input setting-number num"
          inputMode="numeric"
          autoComplete="off"
          placeholder={placeholder}
          aria-describedby={about}
          aria-invalid={problem !== ''}
          value={typed ?? wholeText(stored.shown)}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={onKeyDown}
        />
      )}
    </Setting>
  )
}
