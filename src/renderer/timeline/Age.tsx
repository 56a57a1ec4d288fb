import { formatAge, formatClock, formatDuration, formatHeard, useNow } from '../ui'
import { locale } from '../ui/format'
import { useLanguage } from '../words'

interface AgeProps {
  /** `for`: how long it has gone on. `ago`: how long it is over. `heard`: the age of a sign of life. */
  kind: 'for' | 'ago' | 'heard'
  /** Epoch ms, in the host's time. */
  at: number
}

/** An age that ticks with the one clock, and stands still while the host cannot be heard. */
export function Age({ kind, at }: AgeProps) {
  const age = useNow() - at
  return <time>{kind === 'for' ? formatDuration(age) : kind === 'ago' ? formatAge(age) : formatHeard(age)}</time>
}

/** The time of day; for another day, the date, with its year where it is another one. */
export function Stamp({ at }: { at: number }) {
  useLanguage()
  return <time dateTime={new Date(at).toISOString()}>{stamp(at, new Date())}</time>
}

/** A formatter costs more to make than to use. */
const formats = new Map<string, Intl.DateTimeFormat>()

function stamp(at: number, today: Date): string {
  const date = new Date(at)
  if (date.toDateString() === today.toDateString()) return formatClock(at)
  const isThisYear = date.getFullYear() === today.getFullYear()
  const key = `${locale()} ${isThisYear}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) })
  formats.set(key, format)
  return format.format(date)
}
