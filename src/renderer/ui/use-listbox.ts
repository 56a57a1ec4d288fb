import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { isComposing } from './keys'
import { nextInList } from './list-keys.logic'

export interface Listbox {
  /** The option that Enter chooses; -1 where there is none. */
  readonly index: number
  choose(index: number): void
  /** For the text field, which keeps the focus. */
  readonly field: {
    readonly role: 'combobox'
    readonly 'aria-expanded': boolean
    readonly 'aria-controls': string
    readonly 'aria-activedescendant': string | undefined
    readonly 'aria-autocomplete': 'list'
    onKeyDown(event: KeyboardEvent<HTMLInputElement>): void
  }
  readonly listId: string
  optionId(index: number): string
}

/**
 * A text field over a list of `count` options. The arrow keys go through the list, Enter chooses: the focus stays in the
 * field. A new `key` begins at the first option.
 */
export function useListbox(count: number, key: string, onEnter: (index: number, event: KeyboardEvent) => void): Listbox {
  const id = useId()
  const [place, setPlace] = useState({ key, index: 0 })
  const index = Math.min(place.key === key ? place.index : 0, count - 1)
  const optionId = (at: number): string => `${id}-${at}`
  const moved = useRef(false)
  useEffect(() => {
    if (moved.current) document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
    moved.current = false
  })
  return {
    index,
    choose: (next) => setPlace({ key, index: next }),
    field: {
      role: 'combobox',
      'aria-expanded': count > 0,
      'aria-controls': id,
      'aria-activedescendant': index < 0 ? undefined : optionId(index),
      'aria-autocomplete': 'list',
      onKeyDown(event) {
        if (isComposing(event.nativeEvent)) return
        if (event.key === 'Enter') {
          event.preventDefault()
          if (index >= 0) onEnter(index, event)
          return
        }
        const next = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey ? null : nextInList(event.key, index, count)
        if (next === null) return
        event.preventDefault()
        moved.current = true
        setPlace({ key, index: next })
      }
    },
    listId: id,
    optionId
  }
}
