import { useMemo } from 'react'
import { inChinese } from '../../shared/chinese/in-chinese'
import type { WorkerView } from '../../shared/model'
import { useLanguage } from '../words'

/** A worker as it is called on the screen: the Coordinator, which has the id of its Project, in the language of the window. */
export function useNamed(sessionId: string, worker: WorkerView | null): WorkerView | null {
  const language = useLanguage((state) => state.language)
  return useMemo(
    () => (worker === null || worker.workerId !== sessionId ? worker : { ...worker, name: language === 'zh' ? inChinese(worker.name) : worker.name }),
    [sessionId, worker, language]
  )
}
