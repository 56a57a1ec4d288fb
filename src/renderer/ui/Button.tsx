import type { ComponentProps, ReactNode } from 'react'
import { useNoHost } from '../connection/lost'
import { Icon, type IconName } from './Icon'

interface AnyButtonProps extends ComponentProps<'button'> {
  /** It asks something of the host: without a connection it does nothing, and its title says why. */
  needsHost?: boolean
}

interface ButtonProps extends AnyButtonProps {
  /** `main`: the one primary action of a place. `plain`: without an edge. */
  kind?: 'normal' | 'main' | 'plain'
  small?: boolean
  icon?: IconName
  /** The shortcut, as ui/keys.ts writes it. */
  shortcut?: string | undefined
  children: ReactNode
}

export function Button({ kind = 'normal', small = false, icon, shortcut, needsHost = false, children, className, ...rest }: ButtonProps) {
  const off = useOff(needsHost)
  const classes = ['btn', kind === 'normal' ? '' : `is-${kind}`, small ? 'is-small' : '', className ?? '']
  return (
    <button type="button" className={classes.filter(Boolean).join(' ')} {...rest} {...off}>
      {icon && <Icon name={icon} />}
      {children}
      {shortcut && <span className="key">{shortcut}</span>}
    </button>
  )
}

interface IconButtonProps extends AnyButtonProps {
  /** Said by screen readers and shown on hover. */
  label: string
  icon: IconName
  small?: boolean
}

export function IconButton({ label, icon, small = false, needsHost = false, className, ...rest }: IconButtonProps) {
  const off = useOff(needsHost)
  const classes = ['btn is-icon', small ? 'is-small' : '', className ?? '']
  return (
    <button type="button" className={classes.filter(Boolean).join(' ')} aria-label={label} title={label} {...rest} {...off}>
      <Icon name={icon} />
    </button>
  )
}

/** What takes a button out of use while there is no connection. It keeps its place for the focus, so that its title can be read. */
function useOff(needsHost: boolean): Pick<ComponentProps<'button'>, 'title' | 'aria-disabled' | 'onClick'> {
  const title = useNoHost()
  if (!needsHost || title === undefined) return {}
  // Nor does it send its form.
  return { title, 'aria-disabled': true, onClick: (event) => event.preventDefault() }
}
