/** Where the focus goes when what had it is gone: never to nowhere. */

/** The composer's field, where there is one. */
export function focusField(): void {
  document.querySelector<HTMLElement>('.compose .draft')?.focus()
}

/** Whether nothing has the focus, or only what stands in the pending rows. */
function isFree(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.closest('.pends') !== null
}

/** The first tool of a pending row once it is drawn; the field where the row is gone. */
export function focusRow(messageId: string | null): void {
  requestAnimationFrame(() => {
    // Whoever has gone elsewhere meanwhile stays there.
    if (!isFree()) return
    const row = messageId === null ? null : document.querySelector(`[data-message="${CSS.escape(messageId)}"]`)
    const tool = row?.querySelector<HTMLElement>('.tools .btn')
    if (tool) tool.focus()
    else focusField()
  })
}

/** Brings a pending row into view and gives it the focus; the field where the row is gone. */
export function showRow(messageId: string): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`.pend[data-message="${CSS.escape(messageId)}"]`)
    if (!row) return focusField()
    row.scrollIntoView({ block: 'nearest' })
    // Only for now: a click on it is for what stands in it.
    row.tabIndex = -1
    row.addEventListener('blur', () => row.removeAttribute('tabindex'), { once: true })
    row.focus({ preventScroll: true })
  })
}

/** The same tool of a row that has been drawn anew in another place. */
export function focusTool(messageId: string, label: string): void {
  requestAnimationFrame(() => {
    const row = document.querySelector(`[data-message="${CSS.escape(messageId)}"]`)
    row?.scrollIntoView({ block: 'nearest' })
    const tools = [...(row?.querySelectorAll<HTMLElement>('.tools .btn') ?? [])]
    ;(tools.find((tool) => tool.getAttribute('aria-label') === label) ?? tools[0])?.focus()
  })
}
