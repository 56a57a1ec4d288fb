/**
 * Windows that a page opens. Chromium makes each of them, whatever the app says; one that the app denies is closed as
 * soon as it shows something. (Closed any earlier, while the test runner still holds it, it would hold up its opener.)
 */
import type { Session } from './devtools.ts'
import { fromCarrier } from './protocol.ts'

export function denyOpened(root: Session, page: Session, opener: string, isDenied: (url: string, name: string) => boolean): void {
  /** Chromium tells of the opening and of the window, in any order. */
  const answers: boolean[] = []
  const opened: string[] = []
  const denied = new Set<string>()
  const match = (): void => {
    while (answers.length > 0 && opened.length > 0) {
      const target = opened.shift() ?? ''
      if (answers.shift()) denied.add(target)
    }
  }
  page.on('Page.windowOpen', ({ url, windowName }) => {
    answers.push(isDenied(fromCarrier(url), windowName))
    match()
  })
  root.on('Target.targetCreated', ({ targetInfo }) => {
    if (targetInfo.openerId !== opener && targetInfo.openerFrameId !== opener) return
    opened.push(targetInfo.targetId)
    match()
  })
  root.on('Target.targetInfoChanged', ({ targetInfo: { targetId, url } }) => {
    if (url !== '' && denied.delete(targetId)) root.tell('Target.closeTarget', { targetId })
  })
}
