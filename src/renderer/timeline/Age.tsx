import { formatAge, formatClock, formatDuration, formatHeard, useNow } from '../ui'

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

const otherDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** The time of day; for another day, the date. */
export function Stamp({ at }: { at: number }) {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return <time dateTime={new Date(at).toISOString()}>{isToday ? formatClock(at) : otherDay.format(at)}</time>
}
