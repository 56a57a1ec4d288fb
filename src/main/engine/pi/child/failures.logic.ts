/** What a model endpoint's failure means, and what the operator can do about it. */

export interface Failure {
  readonly code: string
  readonly message: string
}

/** How much of the endpoint's own words is shown, in characters. */
const QUOTE_MAX = 200

type Kind = { code: string; what: string; todo: string }

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

const GARBAGE: Kind = {
  code: 'MODEL_GARBAGE',
  what: 'The endpoint answered with something that is no answer of a model',
  todo: 'Check its address and API in Settings, then retry.'
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

function kindOf(text: string): Kind {
  if (/ENOSPC|EDQUOT|EROFS/.test(text)) {
    return { code: 'ENGINE_DISK', what: 'What this worker remembers could not be written', todo: 'Free some disk space, then retry.' }
  }
  const status = statusOf(text)
  if (/insufficient_quota|quota exceeded|billing|out of budget|credit balance|usage limit/i.test(text) || status === 402) {
    return { code: 'MODEL_QUOTA', what: 'The endpoint says that the account has no credit or quota left', todo: 'Check the account there, then retry.' }
  }
  if (status === 401) return { code: 'MODEL_AUTH', what: 'The endpoint answered 401: the key was refused', todo: 'Set a new key in Settings, then retry.' }
  if (status === 403) return { code: 'MODEL_AUTH', what: 'The endpoint answered 403: this key may not use the model', todo: 'Set another key in Settings or choose another model, then retry.' }
  if (status === 404) return { code: 'MODEL_UNKNOWN', what: 'The endpoint answered 404: it does not know the model, or the address is wrong', todo: 'Check the model and the address in Settings, then retry.' }
  if (status === 429 || /rate.?limit|too many requests/i.test(text)) {
    return { code: 'MODEL_RATE_LIMIT', what: 'The endpoint answered 429: too many requests', todo: 'Wait a minute, then retry.' }
  }
  if (isOverflow(text)) return { code: 'MODEL_CONTEXT', what: 'The conversation is too long for this model', todo: 'Start a new worker, or choose a model with a larger context.' }
  if (status !== null && status >= 500) return { code: 'MODEL_SERVER', what: `The endpoint answered ${status}: it has a fault of its own`, todo: 'Retry in a moment.' }
  if (/overloaded|server.?error|internal.?error|unavailable/i.test(text)) return { code: 'MODEL_SERVER', what: 'The endpoint has a fault of its own', todo: 'Retry in a moment.' }
  if (status !== null && status >= 400) return { code: 'MODEL_REFUSED', what: `The endpoint answered ${status}: it did not take the request`, todo: 'Check the model and its API in Settings, then retry.' }
  if (/timed? ?out|timeout/i.test(text)) return { code: 'MODEL_TIMEOUT', what: 'The endpoint did not answer in time', todo: 'Check that it is up, then retry.' }
  if (/ENOTFOUND|EAI_AGAIN|getaddrinfo/i.test(text)) {
    return { code: 'MODEL_UNREACHABLE', what: 'The endpoint could not be found', todo: 'Check the address in Settings and the network, then retry.' }
  }
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|certificate|self.signed|wrong version number/i.test(text)) {
    return { code: 'MODEL_UNREACHABLE', what: 'The endpoint could not be reached', todo: 'Check that it is up and that its address is right, then retry.' }
  }
  if (/not valid JSON|Unexpected (token|end)|Could not parse|JSON at position|malformed/i.test(text)) return GARBAGE
  if (/terminated|ended (without|before)|other side closed|socket hang up|ECONNRESET|closed|premature/i.test(text)) {
    return { code: 'MODEL_CUT', what: 'The endpoint broke off in the middle of its answer', todo: 'Retry.' }
  }
  if (/connection error|fetch failed|network/i.test(text)) {
    return { code: 'MODEL_UNREACHABLE', what: 'The endpoint could not be reached', todo: 'Check that it is up and that its address is right, then retry.' }
  }
  return { code: 'MODEL_ERROR', what: 'The endpoint failed', todo: 'Retry, or choose another model.' }
}

const isOverflow = (text: string) =>
  /context.{0,20}(length|window|size)|prompt (is )?too long|too many tokens|maximum prompt length|reduce the length/i.test(text)

/** The HTTP status at the beginning of the text, or behind `API error`, as pi writes it. */
function statusOf(text: string): number | null {
  const found = /^(?:[\w .-]+ API error \()?([45]\d\d)\b/i.exec(text.trim())
  return found ? Number(found[1]) : null
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
