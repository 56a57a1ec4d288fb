/** What is searched for in the transcript on the screen: what holds it is shown whole. */
import { createContext, use } from 'react'

export const Searched = createContext('')

export function useFoundIn(text: string): boolean {
  const words = use(Searched).trim().toLowerCase()
  return words !== '' && text.toLowerCase().includes(words)
}
