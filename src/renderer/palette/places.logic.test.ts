import { describe, expect, it } from 'vitest'
import { firstPlaces, hereIn } from './places.logic'

const item = (kind: 'action' | 'worker' | 'project', id: string) => ({ kind, id: `${kind}.${id}` })
const items = [item('action', 'stop'), ...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => item('worker', id)), ...['p', 'q', 'r'].map((id) => item('project', id))]
const ids = (visited: readonly string[], here: readonly string[] = []) => firstPlaces(items, visited, here).map(({ id }) => id)

describe('where the palette leads before anything is typed', () => {
  it('is to the workers and Projects that were shown last, the newest first, and to few of them', () => {
    expect(ids(['project.r', 'worker.f', 'worker.c', 'worker.gone'])).toEqual(['worker.f', 'worker.c', 'worker.a', 'worker.b', 'project.r', 'project.p'])
  })

  it('is not to where one is', () => {
    const here = hereIn({ screen: 'crew', sessionId: 'p', workerId: 'a' })
    expect(ids(['worker.a', 'project.p', 'worker.d'], here)).toEqual(['worker.d', 'worker.b', 'worker.c', 'worker.e', 'project.q', 'project.r'])
    expect(hereIn({ screen: 'requests', sessionId: 'p', workerId: 'a' })).toEqual([])
  })
})
