import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from './Icon'

interface ButtonProps extends ComponentProps<'button'> {
  /** `main`: the one primary action of a place. `plain`: without an edge. */
  kind?: 'normal' | 'main' | 'plain'
  small?: boolean
  icon?: IconName
  /** The shortcut, as ui/keys.ts writes it. */
  shortcut?: string | undefined
  children: ReactNode
}

export function Button({ kind = 'normal', small = false, icon, shortcut, children, className, ...rest }: ButtonProps) {
  const classes = ['btn', kind === 'normal' ? '' : `is-${kind}`, small ? 'is-small' : '', className ?? '']
  return (
    <button type="button" className={classes.filter(Boolean).join(' ')} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
      {shortcut && <span className="key">{shortcut}</span>}
    </button>
  )
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** Said by screen readers and shown on hover. */
  label: string
  icon: IconName
  small?: boolean
}

export function IconButton({ label, icon, small = false, className, ...rest }: IconButtonProps) {
  const classes = ['btn is-icon', small ? 'is-small' : '', className ?? '']
  return (
    <button type="button" className={classes.filter(Boolean).join(' ')} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  )
}
