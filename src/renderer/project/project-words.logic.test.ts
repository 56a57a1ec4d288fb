import { describe, expect, it } from 'vitest'
import { projectWords } from './project-words.logic'

describe('the end of a Project’s row', () => {
  it('says what needs a human first, and nothing where there is nothing to say', () => {
    expect(projectWords({ paused: false, busy: 0 }, 0)).toEqual({ waiting: '', rest: '' })
    expect(projectWords({ paused: false, busy: 3 }, 1)).toEqual({ waiting: '1 waiting', rest: '3 busy' })
    expect(projectWords({ paused: true, busy: 1 }, 0)).toEqual({ waiting: '', rest: 'paused · 1 busy' })
  })
})
