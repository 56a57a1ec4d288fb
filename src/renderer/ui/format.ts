/** Figures as the screen writes them, in the language of now: a narrow no-break space stands before a unit. */
import { useLanguage } from '../words'
import { words } from './words'

const THIN = '\u202f'
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Unit = keyof ReturnType<typeof words>['unit']

/** One figure: "12 s", "4 m", "2 h", "3 d". Rounded down; what lies in the future counts as 0 s. */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms)
  if (age < MINUTE) return unit(age / SECOND, 'second')
  if (age < HOUR) return unit(age / MINUTE, 'minute')
  if (age < DAY) return unit(age / HOUR, 'hour')
  return unit(age / DAY, 'day')
}

/** The age of a proof, rounded up, so that it never looks fresher than it is: at least "1 s". */
export function formatHeard(ms: number): string {
  return formatAge(Math.max(1, Math.ceil(ms / SECOND)) * SECOND)
}

/** Two figures where there are two: "48 s", "4 m 11 s", "9 m 02 s", "2 m", "1 h 05 m", "2 d 03 h". */
export function formatDuration(ms: number): string {
  const length = Math.max(0, ms)
  if (length < MINUTE) return unit(length / SECOND, 'second')
  if (length < HOUR) return unit(length / MINUTE, 'minute') + rest((length % MINUTE) / SECOND, 'second')
  if (length < DAY) return unit(length / HOUR, 'hour') + rest((length % HOUR) / MINUTE, 'minute')
  return unit(length / DAY, 'day') + rest((length % DAY) / HOUR, 'hour')
}

/** The time of day, "14:03", or with seconds "14:03:22". */
export function formatClock(at: number, precision: 'minute' | 'second' = 'minute'): string {
  const date = new Date(at)
  const parts = [date.getHours(), date.getMinutes(), ...(precision === 'second' ? [date.getSeconds()] : [])]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** The day, "3 November", with its year where that is another one. */
export function formatDay(at: number): string {
  const date = new Date(at)
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  return date.toLocaleDateString(locale(), { day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) })
}

/** Date and time in full: for titles. */
export function formatMoment(at: number): string {
  return new Date(at).toLocaleString(locale(), { dateStyle: 'full', timeStyle: 'medium' })
}

/** "512 B", "214 kB", "1.2 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes}${THIN}B`
  if (bytes < 1_000_000) return `${Math.floor(bytes / 1_000)}${THIN}kB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)}${THIN}MB`
  return `${(bytes / 1_000_000_000).toFixed(1)}${THIN}GB`
}

/** "640", "48 k", "1.2 M"; in Chinese "640", "4.8 万", "1.2 亿": for tokens. */
export function formatCount(count: number): string {
  const { first, second } = words().count
  if (useLanguage.getState().language === 'zh') {
    if (count < 10_000) return String(count)
    return count < 100_000_000 ? `${tenths(count / 10_000)}${THIN}${first}` : `${tenths(count / 100_000_000)}${THIN}${second}`
  }
  if (count < 1_000) return String(count)
  if (count < 1_000_000) return `${Math.floor(count / 1_000)}${THIN}${first}`
  return `${(count / 1_000_000).toFixed(1)}${THIN}${second}`
}

/** US dollars: "$0.04", and what is less than a cent as such. */
export function formatCost(dollars: number): string {
  return dollars > 0 && dollars < 0.01 ? words().lessThanACent : `$${dollars.toFixed(2)}`
}

/** "12,345": a figure in full. */
export function formatNumber(value: number): string {
  return value.toLocaleString(locale())
}

/** What the system writes in this language, or the language alone where the system speaks another one. */
export function locale(): string {
  const { language } = useLanguage.getState()
  const system = new Intl.DateTimeFormat().resolvedOptions().locale
  return system.toLowerCase().split('-')[0] === language ? system : language === 'zh' ? 'zh-CN' : 'en-GB'
}

function tenths(value: number): string {
  return (Math.floor(value * 10) / 10).toString()
}

function unit(value: number, name: Unit): string {
  return `${Math.floor(value)}${THIN}${words().unit[name]}`
}

/** The second figure, which is left out when it is zero. */
function rest(value: number, name: Unit): string {
  return value < 1 ? '' : ` ${String(Math.floor(value)).padStart(2, '0')}${THIN}${words().unit[name]}`
}
