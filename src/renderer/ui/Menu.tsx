import { Menu as Base } from '@base-ui/react/menu'
import { use, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { useNoHost } from '../connection/lost'
import { InDialog } from './Dialog'
import { useDialogs } from './dialogs'
import { isOnNothing, useFocusBack } from './focus-back'

/** Whether what was chosen has opened a dialog, which has the focus then. */
function hasDialog(): boolean {
  return useDialogs.getState().stack.length > 0
}

interface MenuProps {
  /** The button that opens it, an IconButton for example. */
  trigger: ReactElement
  children: ReactNode
}

/** A menu under its button. Its parts are MenuItem, MenuChoice, MenuSwitch and MenuLine. */
export function Menu({ trigger, children }: MenuProps) {
  const inDialog = use(InDialog)
  // Inside the page's landmark, so that nothing lies outside of all of them; a dialog is one of its own.
  const home = inDialog ? undefined : document.querySelector('main')
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup = useFocusBack(open, () => button.current)
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal container={home}>
        <Base.Positioner className="menu-place" side="bottom" align="end" sideOffset={4} collisionPadding={8}>
          <Base.Popup ref={popup} className="float menu" finalFocus={() => !hasDialog() && isOnNothing(popup.current)}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Where a menu opens that has no button: at an element, or at a place of the window in px. */
export type MenuAnchor = Element | { readonly x: number; readonly y: number }

interface MenuAtProps {
  /** Null while it is closed. */
  anchor: MenuAnchor | null
  onClose(): void
  /** What has the focus once it is closed; without it, what had it before. */
  finalFocus?: () => HTMLElement | null
  children: ReactNode
}

/** The same menu for the secondary button of the mouse, or for many rows that share one. */
export function MenuAt({ anchor, onClose, finalFocus, children }: MenuAtProps) {
  const last = useRef<MenuAnchor | null>(anchor)
  if (anchor !== null) last.current = anchor
  const popup = useFocusBack(anchor !== null, finalFocus)
  const place = (): Element | { getBoundingClientRect(): DOMRect } | null => {
    const at = last.current
    return at === null || at instanceof Element ? at : { getBoundingClientRect: () => new DOMRect(at.x, at.y) }
  }
  return (
    <Base.Root open={anchor !== null} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal container={document.querySelector('main')}>
        <Base.Positioner className="menu-place" anchor={place} side="bottom" align="start" sideOffset={2} collisionPadding={8}>
          <Base.Popup
            ref={popup}
            className="float menu"
            finalFocus={() => !hasDialog() && isOnNothing(popup.current) && (finalFocus?.() ?? true)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuItemProps {
  onSelect(): void
  disabled?: boolean
  /** It asks something of the host: without a connection it cannot be chosen, and its title says why. */
  needsHost?: boolean
  /** The shortcut, as ui/keys.ts writes it. */
  shortcut?: string | undefined
  children: ReactNode
}

export function MenuItem({ onSelect, disabled = false, needsHost = false, shortcut, children }: MenuItemProps) {
  const noHost = useNoHost()
  const why = needsHost ? noHost : undefined
  return (
    <Base.Item className="menu-item" onClick={onSelect} disabled={disabled || why !== undefined} title={why}>
      {children}
      {shortcut && <span className="key">{shortcut}</span>}
    </Base.Item>
  )
}

interface MenuChoiceProps<T extends string> {
  label: string
  value: T | null
  options: readonly { value: T; label: string; note?: string }[]
  onChoose(value: T): void
}

/** One of several, with a check at the one that holds. */
export function MenuChoice<T extends string>({ label, value, options, onChoose }: MenuChoiceProps<T>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="menu-label">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={onChoose}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className="menu-item has-check" closeOnClick>
            <Base.RadioItemIndicator className="menu-check">✓</Base.RadioItemIndicator>
            <span>
              {option.label}
              {option.note && <span className="menu-note">{option.note}</span>}
            </span>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}

interface MenuSwitchProps {
  label: string
  note?: string
  on: boolean
  /** Whether the menu stays, for switches of which several are used together. */
  stays?: boolean
  onChange(on: boolean): void
}

/** Something that holds or does not, with a check while it holds. */
export function MenuSwitch({ label, note, on, stays = false, onChange }: MenuSwitchProps) {
  return (
    <Base.CheckboxItem className="menu-item has-check" checked={on} onCheckedChange={(next) => onChange(next)} closeOnClick={!stays}>
      <Base.CheckboxItemIndicator className="menu-check">✓</Base.CheckboxItemIndicator>
      <span>
        {label}
        {note && <span className="menu-note">{note}</span>}
      </span>
    </Base.CheckboxItem>
  )
}

/** Items that belong together, under a label. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="menu-label">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

export function MenuLine() {
  return <Base.Separator className="menu-line" />
}
