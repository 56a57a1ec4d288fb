/** Which entries are opened, kept as long as their transcript is on the screen: rows come and go. */
import { createContext, use, useState } from 'react'

/** By the keys of rows, with what of them is open. */
export const Opened = createContext<Set<string>>(new Set())

export function useOpened(key: string): readonly [boolean, (open: boolean) => void] {
  const opened = use(Opened)
  const [isOpen, setOpen] = useState(() => opened.has(key))
  const change = (open: boolean): void => {
    if (open) opened.add(key)
    else opened.delete(key)
    setOpen(open)
  }
  return [isOpen, change]
}
