/** What a model endpoint's failure means, and what the operator can do about it. */

export interface Failure {
  readonly code: string
  readonly message: string
}

/** How much of the endpoint's own words is shown, in characters. */
const QUOTE_MAX = 200

interface Kind {
  readonly code: string
  /** What happened, without a full stop. */
  readonly what: string
  readonly todo: string
}

/**
 * Reads pi's error text of a failed model call.
 * @param secrets what must not be shown, such as the key
 * @param saidNothing the answer had no content yet: one that then just ends is no answer, as of a web page
 */
export function failureOf(errorText: string, provider: string, secrets: readonly string[], saidNothing = false): Failure {
  const endedAtOnce = saidNothing && /ended (without|before)/i.test(errorText)
  const kind = endedAtOnce ? GARBAGE : kindOf(errorText)
  const quoted = quoteOf(errorText, secrets)
  return { code: kind.code, message: `${kind.what.replace('The endpoint', `The endpoint of ${provider}`)}${quoted} ${kind.todo}` }
}

/** A model that did not answer in time. */
export const timeoutFailure = (provider: string, seconds: number): Failure => ({
  code: 'MODEL_TIMEOUT',
  message: `The endpoint of ${provider} did not answer for ${seconds} s. Check that it is up, or choose another model; then retry.`
})

/** A model that ended its answer without a word or a tool call. */
export const emptyFailure = (provider: string): Failure => ({
  code: 'MODEL_EMPTY',
  message: `The model of ${provider} answered with nothing at all. Retry, or choose another model.`
})

const GARBAGE: Kind = {
  code: 'MODEL_GARBAGE',
  what: 'The endpoint answered with something that is no answer of a model',
  todo: 'Check its address and API in Settings, then retry.'
}

/** The first rule that fits says what it is. */
const RULES: readonly (readonly [fits: (text: string, status: number) => boolean, kind: Kind])[] = [
  [
    (text) => /ENOSPC|EDQUOT|EROFS/.test(text),
    { code: 'ENGINE_DISK', what: 'What this worker remembers could not be written', todo: 'Free some disk space, then retry.' }
  ],
  [
    (text, status) => status === 402 || /insufficient_quota|quota exceeded|billing|out of budget|credit balance|usage limit/i.test(text),
    {
      code: 'MODEL_QUOTA',
      what: 'The endpoint says that the account has no credit or quota left',
      todo: 'Check the account there, then retry.'
    }
  ],
  [
    (_, status) => status === 401,
    { code: 'MODEL_AUTH', what: 'The endpoint answered 401: the key was refused', todo: 'Set a new key in Settings, then retry.' }
  ],
  [
    (_, status) => status === 403,
    {
      code: 'MODEL_AUTH',
      what: 'The endpoint answered 403: this key may not use the model',
      todo: 'Set another key in Settings or choose another model, then retry.'
    }
  ],
  [
    (_, status) => status === 404,
    {
      code: 'MODEL_UNKNOWN',
      what: 'The endpoint answered 404: it does not know the model, or the address is wrong',
      todo: 'Check the model and the address in Settings, then retry.'
    }
  ],
  [
    (text, status) => status === 429 || /rate.?limit|too many requests/i.test(text),
    { code: 'MODEL_RATE_LIMIT', what: 'The endpoint answered 429: too many requests', todo: 'Wait a minute, then retry.' }
  ],
  [
    (text) => /context.{0,20}(length|window|size)|prompt (is )?too long|too many tokens|maximum prompt length|reduce the length/i.test(text),
    {
      code: 'MODEL_CONTEXT',
      what: 'The conversation is too long for this model',
      todo: 'Start a new worker, or choose a model with a larger context.'
    }
  ],
  [
    (text, status) => status >= 500 || (status === 0 && /overloaded|server.?error|internal.?error|unavailable/i.test(text)),
    { code: 'MODEL_SERVER', what: 'The endpoint has a fault of its own', todo: 'Retry in a moment.' }
  ],
  [
    (_, status) => status >= 400,
    {
      code: 'MODEL_REFUSED',
      what: 'The endpoint did not take the request',
      todo: 'Check the model and its API in Settings, then retry.'
    }
  ],
  [
    (text) => /timed? ?out|timeout/i.test(text),
    { code: 'MODEL_TIMEOUT', what: 'The endpoint did not answer in time', todo: 'Check that it is up, then retry.' }
  ],
  [
    (text) => /ENOTFOUND|EAI_AGAIN|getaddrinfo/i.test(text),
    {
      code: 'MODEL_UNREACHABLE',
      what: 'The endpoint could not be found',
      todo: 'Check the address in Settings and the network, then retry.'
    }
  ],
  [(text) => /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|certificate|self.signed|wrong version number/i.test(text), unreachable()],
  [(text) => /not valid JSON|Unexpected (token|end)|Could not parse|JSON at position|malformed/i.test(text), GARBAGE],
  [
    (text) => /terminated|ended (without|before)|other side closed|socket hang up|ECONNRESET|closed|premature/i.test(text),
    { code: 'MODEL_CUT', what: 'The endpoint broke off in the middle of its answer', todo: 'Retry.' }
  ],
  [(text) => /connection error|fetch failed|network/i.test(text), unreachable()]
]

function unreachable(): Kind {
  return {
    code: 'MODEL_UNREACHABLE',
    what: 'The endpoint could not be reached',
    todo: 'Check that it is up and that its address is right, then retry.'
  }
}

function kindOf(text: string): Kind {
  const status = statusOf(text)
  const kind = RULES.find(([fits]) => fits(text, status))?.[1]
  if (!kind) return { code: 'MODEL_ERROR', what: 'The endpoint failed', todo: 'Retry, or choose another model.' }
  const told = status === 0 || kind.what.includes(String(status)) || !kind.what.startsWith('The endpoint')
  return told ? kind : { ...kind, what: kind.what.replace('The endpoint', `The endpoint answered ${status}: it`) }
}

/** The HTTP status at the beginning of the text, or behind `API error`, as pi writes it; 0 where there is none. */
function statusOf(text: string): number {
  const found = /^(?:[\w .-]+ API error \()?([45]\d\d)\b/i.exec(text.trim())
  return found ? Number(found[1]) : 0
}

/** The endpoint's own words, bounded, without secrets, addresses' queries and machine paths. */
function quoteOf(text: string, secrets: readonly string[]): string {
  let words = messageIn(text) ?? text
  for (const secret of secrets) if (secret.length > 3) words = words.replaceAll(secret, '•••')
  words = words
    .replace(/\bhttps?:\/\/\S+/gi, (found) => URL.parse(found)?.host ?? 'an address')
    .replace(/\b(sk|key|pk|xai|gsk)-[\w-]{6,}/gi, '•••')
    .replace(/\s+/g, ' ')
    .replace(/^[45]\d\d:?\s*/, '')
    .trim()
    .replace(/\.$/, '')
  if (words === '' || /^[{[<]/.test(words) || /status code \(no body\)/.test(words)) return '.'
  return ` (“${words.length > QUOTE_MAX ? `${words.slice(0, QUOTE_MAX)}…` : words}”).`
}

/** The `message` inside a JSON body, if there is one. */
function messageIn(text: string): string | null {
  const found = /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)
  if (!found?.[1]) return null
  try {
    const message: unknown = JSON.parse(found[1])
    return typeof message === 'string' ? message : null
  } catch {
    return null
  }
}
