/** Shortcuts: how they are read and how they are written. `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
const bridge = typeof window === 'undefined' ? undefined : window.crewdeck

export const isMac = /^(darwin|mac)/i.test(bridge?.platform ?? navigator.platform)

/** Whether the window is the desktop app, whose shortcuts no browser takes away. */
export const isDesktop = bridge !== undefined

interface KeyLike {
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Mod alone: no other modifier is down. */
export function isMod(event: KeyLike): boolean {
  const [mod, other] = isMac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey]
  return mod && !other && !event.altKey && !event.shiftKey
}

const SIGNS: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Enter: '↵',
  Tab: '⇥',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Plus: '+',
  '1..9': '1…9'
}
const MAC_SIGNS: typeof SIGNS = { ...SIGNS, Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Backspace: '⌫', Delete: '⌦' }

/** Writes "Mod+Enter" as "⌘↵" on a Mac and as "Ctrl+↵" elsewhere. */
export function formatKey(keys: string): string {
  const signs = isMac ? MAC_SIGNS : SIGNS
  return keys
    .split('+')
    .map((key) => signs[key] ?? key)
    .join(isMac ? '' : '+')
}

/** Whether the key belongs to an input method that is composing: then it never triggers anything. */
export function isComposing(event: { isComposing: boolean; key: string; keyCode: number }): boolean {
  return event.isComposing || event.key === 'Process' || event.keyCode === 229
}
