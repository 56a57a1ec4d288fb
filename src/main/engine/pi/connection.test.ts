import { describe, expect, it } from 'vitest'
import { exitMessage } from './connection'
import { secretNames, withoutSecrets } from './environment'

describe('the end of the process', () => {
  it('is told with the line that says why, not with a stack', () => {
    const detail = 'file:///x/pi.mjs:3\nthrow new Error("no")\n^\n\nTypeError: bad thing\n    at f (file:///x/pi.mjs:3:1)\n\nNode.js v24.21.0'
    expect(exitMessage(1, detail)).toBe('The pi engine ended with code 1 (“TypeError: bad thing”). What was said is kept: retry.')
    expect(exitMessage(null, '')).toBe('The pi engine was killed. What was said is kept: retry.')
  })
})

describe('the environment', () => {
  it('is handed on without keys', () => {
    const environment = { PATH: '/bin', OPENAI_API_KEY: 'a', ANTHROPIC_AUTH_TOKEN: 'b', HF_TOKEN: 'c', GITHUB_TOKEN: 'd', gemini_api_key: 'e' }
    expect(withoutSecrets(environment)).toEqual({ PATH: '/bin', GITHUB_TOKEN: 'd' })
    expect(secretNames(environment)).toHaveLength(4)
  })
})
