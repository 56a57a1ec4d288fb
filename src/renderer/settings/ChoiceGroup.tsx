interface ChoiceGroupProps<T extends string | null> {
  legend: string
  /** Of the radio buttons. */
  name: string
  options: readonly { value: T; label: string; note: string }[]
  chosen: T
  onChoose(value: T): void
  /** What was wrong with the last change; empty when nothing was. */
  problem: string
  hint: string
}

/** Choices that need a note each, one below the other; the first group of its dialog. */
export function ChoiceGroup<T extends string | null>({ legend, name, options, chosen, onChoose, problem, hint }: ChoiceGroupProps<T>) {
  return (
    <section className="setting-group is-first">
      <fieldset>
        <legend>{legend}</legend>
        <div className="choices">
          {options.map(({ value, label, note }) => (
            <label key={value} className="choice">
              <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value)} />
              <span>
                {label} <span className="form-hint">{note}</span>
              </span>
            </label>
          ))}
        </div>
        <p className={problem === '' ? 'form-hint' : 'form-problem'} role="status">
          {problem || hint}
        </p>
      </fieldset>
    </section>
  )
}
