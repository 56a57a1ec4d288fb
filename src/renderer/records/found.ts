/** What is searched for in the transcript on the screen: what holds it is shown whole. */
import { createContext, use } from 'react'
import { foldCase } from '../../shared/find'

export const Searched = createContext('')

export function useFoundIn(text: string): boolean {
  const words = foldCase(use(Searched).trim())
  return words !== '' && foldCase(text).includes(words)
}
