import { useId } from 'react'
import { Icon, type IconName } from './Icon'

interface SegmentsProps<T extends string> {
  /** What is chosen, for screen readers: a text, or the id of an element that says it. */
  label?: string
  labelledBy?: string
  /** The id of an element that says what it means. */
  describedBy?: string
  value: T
  options: readonly { value: T; label: string; /** More of it, as a tooltip. */ title?: string; icon?: IconName; disabled?: boolean }[]
  onChoose(value: T): void
}

/** One of a few, side by side. The arrow keys choose. */
export function Segments<T extends string>({ label, labelledBy, describedBy, value, options, onChoose }: SegmentsProps<T>) {
  const name = useId()
  return (
    <div className="seg" role="radiogroup" aria-label={label} aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {options.map((option) => (
        <label key={option.value} className="seg-item" title={option.title}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChoose(option.value)}
          />
          {option.icon && <Icon name={option.icon} />}
          {option.label}
        </label>
      ))}
    </div>
  )
}
