import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { declarationOf, isSecretFile } from './declarations'
import { isSecretName, redactText } from './redact.logic'

describe('names', () => {
  it.each(['password', 'DB_PASSWORD', 'apiKey', 'OPENAI_API_KEY', 'x-api-key', 'authToken', 'GITHUB_TOKEN', '_authToken', 'Authorization', 'set-cookie', 'client_secret', 'AWS_SECRET_ACCESS_KEY', 'privateKey', 'passphrase', '--db-password'])(
    '%s is secret',
    (name) => expect(isSecretName(name)).toBe(true)
  )
  it.each(['path', 'PWD', 'key', 'keys', 'max_tokens', 'tokenCount', 'TOKEN_LIMIT', 'author', 'authors', 'compass', 'monkey', 'keyboard', 'primaryKey', 'tokenizer', ''])(
    '%s is not',
    (name) => expect(isSecretName(name)).toBe(false)
  )
})

describe('texts', () => {
  it.each([
    ['export API_KEY=abc123 && run', 'export API_KEY=[withheld] && run'],
    ['DB_PASSWORD="a b c" psql', 'DB_PASSWORD="[withheld]" psql'],
    ["TOKEN='x' y", "TOKEN='[withheld]' y"],
    ['deploy --token abc --region eu', 'deploy --token [withheld] --region eu'],
    ['deploy --token=abc --dry-run', 'deploy --token=[withheld] --dry-run'],
    ['deploy --password --verbose', 'deploy --password --verbose'],
    ['curl -H "Authorization: Bearer abc.def" https://x.example', 'curl -H "Authorization: [withheld]" https://x.example'],
    ['Cookie: a=b; c=d\nnext: line', 'Cookie: [withheld]\nnext: line'],
    ['{"access_token": "abc", "count": 3}', '{"access_token": "[withheld]", "count": 3}'],
    ['password: hunter2\nuser: ada', 'password: [withheld]\nuser: ada'],
    ['git clone https://ada:pw@x.example/a.git', 'git clone https://ada:[withheld]@x.example/a.git'],
    ['curl -u ada:pw https://x.example', 'curl -u ada:[withheld] https://x.example'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----\nrest', '[withheld]\nrest'],
    [String.raw`{"body":"{\"api_key\":\"abc\",\"a\":1}"}`, String.raw`{"body":"{\"api_key\":\"[withheld]\",\"a\":1}"}`]
  ])('%j', (text, told) => {
    expect(redactText(text)).toBe(told)
    expect(redactText(told)).toBe(told)
  })

  it.each(['PATH=/usr/bin:/bin make', 'max_tokens=512', 'for key in a b; do echo $key; done', 'https://x.example:8080/a?b=c', 'The token is read at start.', 'const a = b == c', 'tokens: 1200', '{"total_tokens": 12}'])(
    'leaves %j',
    (text) => expect(redactText(text)).toBe(text)
  )

  it('says the same when it is asked again, in no more time than the text is long', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'T', '_', '=', ':', '"', '\\', "'", ' ', '\n', '-', 'token', 'password', '://', '@', '{', ',', '-----BEGIN PRIVATE KEY-----'), maxLength: 120 }), (text) => {
        const told = redactText(text)
        expect(redactText(told)).toBe(told)
      }),
      { numRuns: 3_000, seed: 6 }
    )
    for (const piece of ['a', 'a.', 'a-', '"', '\\"', '=', 'token=', 'http://', '--a ', "'", '-----BEGIN PRIVATE KEY-----', 'a:', ' -u a', '"a":"', '\\"a\\":\\"']) {
      const started = performance.now()
      redactText(piece.repeat(Math.ceil(16_000 / piece.length)))
      expect([piece, performance.now() - started < 2_000]).toEqual([piece, true])
    }
  })
})

describe('declarations', () => {
  it.each(['.env', 'a/.env.local', '/home/ada/.ssh/id_rsa', 'C:\\keys\\server.pem', '.npmrc', 'credentials.json', 'secrets.yaml'])('%s holds secrets', (path) => {
    expect(isSecretFile(path)).toBe(true)
    expect(declarationOf('read', { path }).hidesResult).toBe(true)
  })
  it.each(['.env.example', 'readme.md', 'environment.ts', 'id_rsa.pub', 'keyboard.ts', 'src/secrets/index.ts'])('%s does not', (path) => {
    expect(isSecretFile(path)).toBe(false)
    expect(declarationOf('Read', { file_path: path }).hidesResult).toBe(false)
  })
  it('hides what is written into such a file, also when the arguments were cut', () => {
    expect(declarationOf('write', { path: '.env', content: 'x' })).toMatchObject({ hidesResult: true, hiddenFields: expect.arrayContaining(['content']) })
    expect(declarationOf('write', '{"path":".env","content":"A=b\n[200 more').hiddenFields).toContain('content')
    expect(declarationOf('write', { path: 'a.md', content: 'x' }).hiddenFields).toEqual([])
  })
})
