/** Listens to the keyboard and does what its presses are called. */
import { isComposing, isMac, useDialogs } from '../ui'
import { actionsAt } from './bindings'
import { digitOf, hasModifier, namesOf } from './keys.logic'
import { runAction, type Action } from './registry'

/** Where text is typed. */
const TEXT = 'input:not([type="radio"], [type="checkbox"], [type="button"]), textarea, select, [contenteditable]'
/** Where letters choose something else. */
const CHOOSING = '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]'
const OPEN_DIALOG = '[role="dialog"][data-open], [role="alertdialog"][data-open]'

/** Returns the disposer. */
export function listenToKeys(): () => void {
  const hear = (event: KeyboardEvent, modified: boolean): void => {
    if (event.defaultPrevented || isComposing(event)) return
    if (isInDialog() || isIn(event, '[role="menu"]')) return
    for (const name of namesOf({ ...fieldsOf(event), altGraph: event.getModifierState('AltGraph') }, isMac)) {
      if (hasModifier(name) !== modified) continue
      if (!modified && isIn(event, `${TEXT}, ${CHOOSING}`)) continue
      if (call(name, event)) return event.preventDefault()
    }
  }
  // Before anything else hears it: a dialog that is still going away keeps the arrow keys to itself.
  const first = (event: KeyboardEvent): void => hear(event, true)
  // Last: a letter belongs to what has the focus, if that wants it.
  const last = (event: KeyboardEvent): void => hear(event, false)
  addEventListener('keydown', first, true)
  addEventListener('keydown', last)
  return () => {
    removeEventListener('keydown', first, true)
    removeEventListener('keydown', last)
  }
}

/** Whether a key press calls this action, for a view that keeps the keys to itself, as a dialog does. */
export function isKeyOf(event: KeyboardEvent, id: string): boolean {
  if (isComposing(event)) return false
  return namesOf(fieldsOf(event), isMac).some((name) => actionsAt(name).some((action) => action.id === id))
}

function call(keys: string, event: KeyboardEvent): boolean {
  const isTyping = isIn(event, TEXT)
  const isHeard = (action: Action): boolean =>
    (!isTyping || (action.whileTyping?.() ?? true)) && (!event.repeat || action.repeats === true)
  if (actionsAt(keys).some((action) => isHeard(action) && runAction(action.id))) return true
  const one = digitOf(keys)
  return one !== null && actionsAt(one.keys).some((action) => isHeard(action) && runAction(action.id, one.digit))
}

/** An event's fields are getters of its prototype, which a spread does not copy. */
function fieldsOf({ key, code, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent) {
  return { key, code, metaKey, ctrlKey, altKey, shiftKey }
}

function isInDialog(): boolean {
  return useDialogs.getState().stack.length > 0 || document.querySelector(OPEN_DIALOG) !== null
}

function isIn(event: KeyboardEvent, selector: string): boolean {
  return event.target instanceof Element && event.target.closest(selector) !== null
}
