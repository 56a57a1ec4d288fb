/** Which kinds of entries this desk shows: remembered, and the same for all transcripts. */
import { useMemo } from 'react'
import { z } from 'zod'
import { deskEntry } from '../connection'
import { KINDS, type Kind } from './rows.logic'

const ALL = new Set<Kind>(KINDS)
const hidden = deskEntry('transcript.hidden', z.array(z.enum(KINDS)), [])
const ID = 'all'

export function useShownKinds(): { readonly shown: ReadonlySet<Kind>; choose(kind: Kind | null): void } {
  const away = hidden.use(ID)
  const shown = useMemo(() => (away.length === 0 ? ALL : new Set(KINDS.filter((kind) => !away.includes(kind)))), [away])
  return {
    shown,
    /** Shows a kind or hides it; null shows all. */
    choose(kind) {
      const next = kind === null ? [] : away.includes(kind) ? away.filter((one) => one !== kind) : [...away, kind]
      hidden.set(ID, next.length === 0 ? null : next)
    }
  }
}
