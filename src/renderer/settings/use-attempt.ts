import { useState } from 'react'
import { refusalOf, type RefusalView } from '../connection'

/** One call of a form at a time, and what it was refused with. */
export function useAttempt() {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<RefusalView | null>(null)
  return {
    busy,
    refusal,
    /** Runs the call; `onDone` only when it was accepted. */
    async run(call: () => Promise<void>, onDone: () => void = () => undefined): Promise<void> {
      setBusy(true)
      setRefusal(null)
      try {
        await call()
        onDone()
      } catch (error) {
        setRefusal(refusalOf(error))
      } finally {
        setBusy(false)
      }
    }
  }
}
