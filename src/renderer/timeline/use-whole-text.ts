import { useEffect, useState } from 'react'
import { refusalOf } from '../connection'
import { wholeText } from './whole-text'

interface Message {
  readonly messageId: string
  readonly text: string
  readonly wholeChars?: number | undefined
}

/** The text of an input or a reply; whole once it is wanted and has been read. `problem` is why it could not be; empty. */
export function useWholeText(turn: number, message: Message, wanted: boolean): { text: string; problem: string } {
  const [whole, setWhole] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const isRead = wanted && message.wholeChars !== undefined
  useEffect(() => {
    if (!isRead) return
    let isOver = false
    setProblem('')
    wholeText(turn, message).then(
      (text) => {
        if (!isOver) setWhole(text)
      },
      (error: unknown) => {
        const refusal = refusalOf(error)
        if (!isOver) setProblem(`${refusal.message} ${refusal.remedy}`.trim())
      }
    )
    return () => {
      isOver = true
    }
    // The id names the text.
  }, [isRead, turn, message.messageId])
  return { text: (isRead ? whole : null) ?? message.text, problem }
}
