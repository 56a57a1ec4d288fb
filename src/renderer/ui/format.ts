/** Figures as the screen writes them: a narrow no-break space stands before a unit. */
const THIN = '\u202f'
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** One figure: "12 s", "4 m", "2 h", "3 d". Rounded down; what lies in the future counts as 0 s. */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms)
  if (age < MINUTE) return unit(age / SECOND, 's')
  if (age < HOUR) return unit(age / MINUTE, 'm')
  if (age < DAY) return unit(age / HOUR, 'h')
  return unit(age / DAY, 'd')
}

/** The age of a proof, rounded up, so that it never looks fresher than it is: at least "1 s". */
export function formatHeard(ms: number): string {
  return formatAge(Math.max(1, Math.ceil(ms / SECOND)) * SECOND)
}

/** Two figures where there are two: "48 s", "4 m 11 s", "9 m 02 s", "2 m", "1 h 05 m", "2 d 03 h". */
export function formatDuration(ms: number): string {
  const length = Math.max(0, ms)
  if (length < MINUTE) return unit(length / SECOND, 's')
  if (length < HOUR) return unit(length / MINUTE, 'm') + rest((length % MINUTE) / SECOND, 's')
  if (length < DAY) return unit(length / HOUR, 'h') + rest((length % HOUR) / MINUTE, 'm')
  return unit(length / DAY, 'd') + rest((length % DAY) / HOUR, 'h')
}

/** The time of day, "14:03", or with seconds "14:03:22". */
export function formatClock(at: number, precision: 'minute' | 'second' = 'minute'): string {
  const date = new Date(at)
  const parts = [date.getHours(), date.getMinutes(), ...(precision === 'second' ? [date.getSeconds()] : [])]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Date and time in full, in the words of this system: for titles. */
export function formatMoment(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'medium' })
}

/** "512 B", "214 kB", "1.2 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes}${THIN}B`
  if (bytes < 1_000_000) return `${Math.floor(bytes / 1_000)}${THIN}kB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)}${THIN}MB`
  return `${(bytes / 1_000_000_000).toFixed(1)}${THIN}GB`
}

/** "640", "48 k", "1.2 M": for tokens. */
export function formatCount(count: number): string {
  if (count < 1_000) return String(count)
  if (count < 1_000_000) return `${Math.floor(count / 1_000)}${THIN}k`
  return `${(count / 1_000_000).toFixed(1)}${THIN}M`
}

function unit(value: number, name: string): string {
  return `${Math.floor(value)}${THIN}${name}`
}

/** The second figure, which is left out when it is zero. */
function rest(value: number, name: string): string {
  return value < 1 ? '' : ` ${String(Math.floor(value)).padStart(2, '0')}${THIN}${name}`
}
