/** The files of a worker, page by page, kept true while somebody looks. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ArtifactTurn } from '../../shared/artifacts'
import { client, refusalOf, type RefusalView } from '../connection'
import { useTimeline } from '../timeline/store'

/** How often what became of the files is looked at while they are on the screen, in ms. */
const LOOK_EVERY_MS = 5_000
/** Files that a running turn touches are read together, in ms. */
const GATHER_MS = 200
/** Pages that are kept true; older ones stay as they were read. */
const PAGES_MAX = 20

export interface Pages {
  /** Newest first; null until they are there. */
  readonly turns: readonly ArtifactTurn[] | null
  readonly hasMore: boolean
  readonly problem: RefusalView | null
  /** Reads one more page. */
  more(): void
  again(): void
}

interface Read {
  readonly turns: readonly ArtifactTurn[] | null
  readonly hasMore: boolean
  readonly problem: RefusalView | null
}

export function useArtifactPages(sessionId: string, workerId: string): Pages {
  const [read, setRead] = useState<Read>({ turns: null, hasMore: false, problem: null })
  const wanted = useRef(1)
  const isReading = useRef(false)
  const isAgain = useRef(false)

  const again = useCallback((): void => {
    isAgain.current = true
    if (isReading.current) return
    isReading.current = true
    void (async () => {
      while (isAgain.current) {
        isAgain.current = false
        try {
          const next = await readPages(sessionId, workerId, wanted.current)
          setRead((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next))
        } catch (error) {
          setRead((known) => ({ ...known, problem: refusalOf(error) }))
        }
      }
      isReading.current = false
    })()
  }, [sessionId, workerId])

  const more = useCallback((): void => {
    wanted.current = Math.min(wanted.current + 1, PAGES_MAX)
    again()
  }, [again])

  // What the newest turns have touched, as the timeline knows it.
  const touched = useTimeline(({ shown }) => shown.slice(-3).map((turn) => `${turn.number} ${turn.artifacts.at(-1)?.id} ${turn.outcome?.kind}`).join())
  useEffect(() => {
    const timer = setTimeout(again, GATHER_MS)
    return () => clearTimeout(timer)
  }, [again, touched])
  useEffect(() => {
    again()
    const look = (): void => {
      if (document.visibilityState === 'visible') again()
    }
    const timer = setInterval(look, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [again])
  return { ...read, more, again }
}

async function readPages(sessionId: string, workerId: string, count: number): Promise<Read> {
  const turns: ArtifactTurn[] = []
  let below: number | null = null
  for (let page = 0; page < count; page++) {
    const { turns: found, next } = await client.artifacts.list({ sessionId, workerId, below })
    turns.push(...found)
    below = next
    if (next === null) break
  }
  return { turns, hasMore: below !== null && count < PAGES_MAX, problem: null }
}
