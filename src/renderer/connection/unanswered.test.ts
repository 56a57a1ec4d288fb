import { describe, expect, it } from 'vitest'
import { Refusal } from '../../shared/errors'
import type { Gate } from './gate'
import { lookAgain } from './unanswered'
import { cutOff, unavailable, wasCutOff } from './refusal'

class Door implements Gate {
  #open = false
  readonly #listeners = new Set<() => void>()
  isOpen = () => this.#open
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  set(open: boolean): void {
    this.#open = open
    for (const listener of [...this.#listeners]) listener()
  }
}

describe('looking what became of something', () => {
  it('waits for the connection, and begins anew when that ends too', async () => {
    const door = new Door()
    let asked = 0
    const looked = lookAgain(async () => {
      asked++
      if (asked > 1) return 'done'
      door.set(false)
      throw cutOff()
    }, door)
    expect(asked).toBe(0)
    door.set(true)
    await Promise.resolve()
    expect(asked).toBe(1)
    door.set(true)
    expect(await looked).toBe('done')
  })

  it('is told what the host refuses', async () => {
    const door = new Door()
    door.set(true)
    await expect(lookAgain(() => Promise.reject(new Refusal('UNAVAILABLE', 'No database.')), door)).rejects.toThrow('No database.')
  })

  it('is only for what was under way', () => {
    expect([wasCutOff(cutOff()), wasCutOff(unavailable()), wasCutOff(new Refusal('UNAVAILABLE', 'x'))]).toEqual([true, false, false])
  })
})
