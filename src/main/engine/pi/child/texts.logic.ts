/** Bounds for what goes into the log and onto the screen. */
import { TOOL_TEXT_MAX } from '../../engine'

/** Longest string that stays whole inside arguments that are too long. */
const ARGUMENT_MAX = 1_000

/** Arguments as JSON. When they are too long, long strings inside are shortened, so that it stays JSON. */
export function boundedArguments(value: unknown): string {
  const whole = JSON.stringify(value) ?? '{}'
  if (whole.length <= TOOL_TEXT_MAX) return whole
  const shortened = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' && part.length > ARGUMENT_MAX
      ? `${part.slice(0, ARGUMENT_MAX)}… [${part.length} characters in all]`
      : part
  )
  return shortened.length <= TOOL_TEXT_MAX ? shortened : JSON.stringify({ cut: shortened.slice(0, TOOL_TEXT_MAX / 2) })
}

/** A result that is too long: its beginning and its end, with a line between that names the file with all of it. */
export function boundedResult(text: string, keptIn: string): string {
  const between = `\n\n[… cut here: ${text.length} characters in all, kept in ${keptIn}]\n\n`
  const room = TOOL_TEXT_MAX - between.length
  const head = Math.floor((room * 2) / 3)
  return text.slice(0, head) + between + text.slice(text.length - (room - head))
}

/** One line, bounded. */
export function oneLine(text: string, max = 160): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`
}

/** The last line with something on it. */
export function lastLine(text: string): string {
  return oneLine(text.trimEnd().split('\n').at(-1) ?? '')
}

/** What a tool call is about, in few words: its command or its path. */
export function subjectOf(args: unknown): string {
  return oneLine(wholeSubjectOf(args))
}

/** The same as it was given, for whoever has to allow it: nothing of it may be hidden. */
export function wholeSubjectOf(args: unknown): string {
  if (typeof args !== 'object' || args === null) return ''
  const fields = new Map<string, unknown>(Object.entries(args))
  for (const name of ['command', 'path', 'pattern']) {
    const value = fields.get(name)
    if (typeof value === 'string') return value
  }
  return ''
}
