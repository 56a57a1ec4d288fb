import { Icon } from '../ui'

interface FilterFieldProps {
  label: string
  value: string
  onChange(value: string): void
}

/** Narrows a list while somebody types. */
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  return (
    <div className="search-field">
      <Icon name="search" />
      <input className="input" type="text" role="searchbox" aria-label={label} placeholder={label} value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}
