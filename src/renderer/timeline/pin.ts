import { createContext } from 'react'

/** Keeps the head of a turn in its place while the reader makes that turn higher or lower. */
export const Pin = createContext<(turn: number) => void>(() => {})
