import { useRef, useState } from 'react'
import { refusalOf, type RefusalView } from '../connection'

/** The latest call of a form, and what it was refused with. What becomes of an earlier one is not told any more. */
export function useAttempt() {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<RefusalView | null>(null)
  const latest = useRef(0)
  return {
    busy,
    refusal,
    /** Runs the call; `onDone` only when it was accepted. */
    async run(call: () => Promise<void>, onDone: () => void = () => undefined): Promise<void> {
      const turn = ++latest.current
      setBusy(true)
      setRefusal(null)
      try {
        await call()
        onDone()
      } catch (error) {
        if (turn === latest.current) setRefusal(refusalOf(error))
      } finally {
        if (turn === latest.current) setBusy(false)
      }
    }
  }
}
