/**
 * Keys as text, and which key presses they are. "Mod+Shift+P": modifiers in the order Mod, Ctrl, Alt, Shift, then one key
 * as it is written on a keyboard ("P", ",", "?") or named by the browser ("ArrowUp", "Enter", "F2"). `Mod` is ⌘ on a Mac
 * and Ctrl elsewhere, where there is no other `Ctrl`. "Mod+1..9" is any of nine keys.
 */
export interface Press {
  readonly key: string
  /** The place on the keyboard, for example "KeyN". */
  readonly code: string
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  /** AltGr, which writes characters and is Ctrl and Alt to a browser. */
  readonly altGraph?: boolean
}

export const DIGITS = '1..9'

const ORDER = ['Mod', 'Ctrl', 'Alt', 'Shift']

/** What stands on a key without Shift, by its place, for layouts whose Shift or Alt writes something else. */
const PLACES: Readonly<Record<string, string>> = {
  Backquote: '`',
  Backslash: '\\',
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Equal: '=',
  Minus: '-',
  Period: '.',
  Quote: "'",
  Semicolon: ';',
  Slash: '/'
}

/** Keys that do nothing by themselves, or that nobody can name. */
const NOTHING = new Set([
  ...['Alt', 'AltGraph', 'CapsLock', 'Control', 'Fn', 'FnLock', 'Hyper', 'Meta', 'NumLock', 'OS', 'ScrollLock', 'Shift', 'Super'],
  ...['Compose', 'Dead', 'Process', 'Unidentified']
])

/**
 * What the press is called, the best name first: by what the key writes, then by its place, since Shift, Alt and layouts
 * change what is written. Empty where it is nobody's: a modifier alone, or a character that AltGr writes.
 */
export function namesOf(press: Press, isMac: boolean): string[] {
  if (!isMac && (press.metaKey || press.altGraph)) return []
  const mods: string[] = []
  if (isMac ? press.metaKey : press.ctrlKey) mods.push('Mod')
  if (isMac && press.ctrlKey) mods.push('Ctrl')
  if (press.altKey) mods.push('Alt')
  const names = [written(press, mods), placed(press, mods)]
  return [...new Set(names.filter((name) => name !== null))]
}

function written({ key, shiftKey }: Press, mods: readonly string[]): string | null {
  const shifted = shiftKey ? [...mods, 'Shift'] : mods
  if (key === ' ') return join(shifted, 'Space')
  if (key.length > 1) return NOTHING.has(key) || !/^[A-Z][A-Za-z0-9]*$/.test(key) ? null : join(shifted, key)
  if (/^[a-z]$/i.test(key)) return join(shifted, key.toUpperCase())
  if (/^[0-9]$/.test(key)) return join(shifted, key)
  // Shift was part of writing it.
  if (key === '+') return join(mods, 'Plus')
  return /^[!-~]$/.test(key) ? join(mods, key) : null
}

function placed({ key, code, shiftKey }: Press, mods: readonly string[]): string | null {
  if (/^[a-z]$/i.test(key) || (key.length > 1 && key !== 'Dead')) return null
  const base = /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1] ?? PLACES[code]
  return base === undefined ? null : join(shiftKey ? [...mods, 'Shift'] : mods, base)
}

function join(mods: readonly string[], base: string): string {
  return [...mods, base].join('+')
}

/** The name under which a press is kept when the operator chooses it as a shortcut; null for a press that is none. */
export function keptName(press: Press, isMac: boolean): string | null {
  const names = namesOf(press, isMac)
  const byPlace = names.at(-1)
  return (/^Digit/.test(press.code) && byPlace !== undefined && hasModifier(byPlace) ? byPlace : names[0]) ?? null
}

/** The modifiers in their order; Ctrl is Mod where there is no Mac. */
export function normalKeys(keys: string, isMac: boolean): string {
  const parts = keys.split('+')
  const base = parts.pop() ?? ''
  const mods = new Set(parts.map((mod) => (mod === 'Ctrl' && !isMac ? 'Mod' : mod)))
  return [...ORDER.filter((mod) => mods.has(mod)), base].join('+')
}

/** Whether text can be typed with it: such keys are heard only outside of text fields. */
export function hasModifier(keys: string): boolean {
  return /^(?:Mod|Ctrl|Alt)\+/.test(keys)
}

/** "Mod+3" as one of "Mod+1..9", and which one; null for other keys. */
export function digitOf(keys: string): { readonly keys: string; readonly digit: number } | null {
  const digit = /(?:^|\+)([1-9])$/.exec(keys)?.[1]
  return digit === undefined ? null : { keys: keys.slice(0, -1) + DIGITS, digit: Number(digit) }
}

/** Keys that a browser never gives to its pages, or with which everybody expects what the browser does. */
const BROWSER_KEEPS = new Set([
  ...['Mod+N', 'Mod+T', 'Mod+W', 'Mod+Q', 'Mod+L', 'Mod+R', 'Mod+H', 'Mod+D', 'Mod+P', `Mod+${DIGITS}`, 'Mod+0'],
  ...['Mod+Shift+N', 'Mod+Shift+T', 'Mod+Shift+W', 'Mod+Shift+P', 'Mod+Shift+Q', 'Mod+Shift+R'],
  ...['Mod+Tab', 'Mod+Shift+Tab', 'Ctrl+Tab', 'Ctrl+Shift+Tab', 'Mod+PageUp', 'Mod+PageDown', 'Alt+ArrowLeft', 'Alt+ArrowRight', 'Alt+D']
])

/** Whether a browser keeps these keys for itself. */
export function browserKeeps(keys: string): boolean {
  return BROWSER_KEEPS.has(digitOf(keys)?.keys ?? keys) || BROWSER_KEEPS.has(keys) || /(?:^|\+)F\d+$/.test(keys)
}

/** Keys of which the window itself needs every press: nothing else can be done with them. */
const TAKEN = new Set(['Tab', 'Shift+Tab', 'Enter', 'Shift+Enter', 'Space', 'Escape', 'Mod+C', 'Mod+V', 'Mod+X', 'Mod+A', 'Mod+Enter'])

/** Whether no action may have these keys: they move the focus, press what has it, or edit text. */
export function isTaken(keys: string): boolean {
  return TAKEN.has(keys) || /^(?:Shift\+)?(?:Arrow\w+|Home|End|Page\w+|Backspace|Delete)$/.test(keys)
}

export interface Bound {
  readonly id: string
  readonly keys: readonly string[]
}

/** Who else is called by one of these keys; a single digit also stands in its nine. */
export function conflictsOf(id: string, keys: readonly string[], all: readonly Bound[]): string[] {
  const overlap = (a: string, b: string) => a === b || digitOf(a)?.keys === b || digitOf(b)?.keys === a
  return all.filter((other) => other.id !== id && other.keys.some((key) => keys.some((own) => overlap(own, key)))).map((other) => other.id)
}
