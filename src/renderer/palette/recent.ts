/** What was chosen in the palette, the newest first. */
import { z } from 'zod'
import { deskEntry } from '../connection'

const MOST = 10
const NONE: readonly string[] = []
const recent = deskEntry('palette', z.array(z.string().max(140)).readonly(), NONE)

export const useRecent = (): readonly string[] => recent.use('recent')

export function remember(id: string): void {
  recent.set('recent', [id, ...recent.get('recent').filter((known) => known !== id)].slice(0, MOST))
}
