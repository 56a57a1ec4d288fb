import type { ReactNode } from 'react'

interface StripProps {
  /** A Glyph or an Icon. */
  mark?: ReactNode
  /** `fail`: something did not work and has to be seen. */
  tone?: 'plain' | 'fail'
  /** The ways on: buttons. */
  actions?: ReactNode
  /** Said at once by screen readers (`alert`) or when there is a pause (`status`). */
  role?: 'alert' | 'status'
  children: ReactNode
}

/** A line that reports on the view itself. The first words are a `<b>` that says what happened. */
export function Strip({ mark, tone = 'plain', actions, role, children }: StripProps) {
  return (
    <div className={tone === 'fail' ? 'strip is-fail' : 'strip'} role={role}>
      {mark}
      <span>{children}</span>
      {actions && <span className="acts">{actions}</span>}
    </div>
  )
}
