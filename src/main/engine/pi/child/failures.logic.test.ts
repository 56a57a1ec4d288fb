import { describe, expect, it } from 'vitest'
import { failureOf } from './failures.logic'

const codeOf = (text: string) => failureOf(text, 'Acme', []).code

describe('the failure of a model endpoint', () => {
  it('is told apart by what the endpoint said', () => {
    expect(codeOf('401: {"message":"Incorrect API key provided"}')).toBe('MODEL_AUTH')
    expect(codeOf('OpenAI API error (401): Incorrect API key')).toBe('MODEL_AUTH')
    expect(codeOf('403 status code (no body)')).toBe('MODEL_AUTH')
    expect(codeOf('404 {"type":"error","error":{"message":"no such model"}}')).toBe('MODEL_UNKNOWN')
    expect(codeOf('429 Rate limit reached')).toBe('MODEL_RATE_LIMIT')
    expect(codeOf('429: {"code":"insufficient_quota"}')).toBe('MODEL_QUOTA')
    expect(codeOf('503 upstream connect error')).toBe('MODEL_SERVER')
    expect(codeOf('400 prompt is too long: 213462 tokens > 200000 maximum')).toBe('MODEL_CONTEXT')
    expect(codeOf('400 unknown parameter')).toBe('MODEL_REFUSED')
    expect(codeOf('Connection error.: connect ECONNREFUSED 127.0.0.1:9')).toBe('MODEL_UNREACHABLE')
    expect(codeOf('Connection error.: getaddrinfo ENOTFOUND models.invalid')).toBe('MODEL_UNREACHABLE')
    expect(codeOf('Request timed out.')).toBe('MODEL_TIMEOUT')
    expect(codeOf('terminated: other side closed')).toBe('MODEL_CUT')
    expect(codeOf('Stream ended without finish_reason')).toBe('MODEL_CUT')
    expect(codeOf(`Unexpected token '<', "<html>" is not valid JSON`)).toBe('MODEL_GARBAGE')
    expect(codeOf('who knows')).toBe('MODEL_ERROR')
  })

  it('says what to do, in the endpoint’s own words, without secrets', () => {
    const text = '401: {"error":{"message":"Key super-secret-key is wrong. See https://user:pw@acme.test/help?token=abc."}}'
    const { message } = failureOf(text, 'Acme', ['super-secret-key'])
    expect(message).toBe(
      'The endpoint of Acme answered 401: the key was refused (“Key ••• is wrong. See acme.test”). Set a new key in Settings, then retry.'
    )
    expect(failureOf('500: {"a":1}', 'Acme', []).message).toBe(
      'The endpoint of Acme answered 500: it has a fault of its own. Retry in a moment.'
    )
    expect(failureOf(`400 ${'x'.repeat(5_000)}`, 'Acme', []).message.length).toBeLessThan(400)
  })
})
