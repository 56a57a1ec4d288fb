import type { ReactNode } from 'react'
import { Icon } from '../ui'

interface SelectProps {
  id?: string | undefined
  value: string
  onChoose(value: string): void
  /** Options, also in groups. */
  children: ReactNode
}

/** The system's own list to choose from, in our edge. */
export function Select({ id, value, onChoose, children }: SelectProps) {
  return (
    <div className="select">
      <select id={id} className="input" value={value} onChange={({ target }) => onChoose(target.value)}>
        {children}
      </select>
      <Icon name="choose" />
    </div>
  )
}
