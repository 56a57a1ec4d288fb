import { Dialog as Base } from '@base-ui/react/dialog'
import { createContext, type ReactNode, type RefObject } from 'react'
import { useWords } from '../words'
import { IconButton } from './Button'
import { isOnNothing, useFocusBack } from './focus-back'
import { words } from './words'

/** Whether a part is drawn in a dialog. */
export const InDialog = createContext(false)

interface DialogProps {
  open: boolean
  onClose(): void
  title: string
  /** One sentence under the title. */
  description?: ReactNode
  /** `wide` for lists and settings; `split` has a list of sections beside its content, which is its one child. */
  size?: 'normal' | 'wide' | 'split'
  /** What has the focus first; without it, the first thing that can. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Whether the focus goes back to where it was, asked when the dialog is closed; without it, it does. */
  returnsFocus?: () => boolean
  children: ReactNode
}

/** A modal dialog. Escape and a press outside close it; the focus goes back to where it was. */
export function Dialog({ open, onClose, title, description, size = 'normal', initialFocus, returnsFocus, children }: DialogProps) {
  const popup = useFocusBack(open, () => (returnsFocus && !returnsFocus() ? false : null))
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup
          ref={popup}
          className={size === 'normal' ? 'dialog' : `dialog is-${size}`}
          {...(initialFocus ? { initialFocus } : {})}
          {...(returnsFocus ? { finalFocus: () => returnsFocus() && isOnNothing(popup.current) } : {})}
        >
          <header className="dialog-head">
            <Base.Title className="dialog-title">{title}</Base.Title>
          </header>
          {description && <Base.Description className="dialog-about">{description}</Base.Description>}
          <InDialog value={true}>{children}</InDialog>
          {/* Last, so that the focus begins with what the dialog is for. */}
          <Base.Close className="dialog-close" render={<IconButton label={useWords(words).close} icon="close" small />} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
