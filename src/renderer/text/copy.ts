/** Puts text on the clipboard; answers whether it is there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** The old way, which also works where the page is not served from this machine. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const holder = document.createElement('textarea')
  holder.value = text
  holder.className = 'out'
  holder.setAttribute('aria-hidden', 'true')
  document.body.append(holder)
  holder.select()
  const done = document.execCommand('copy')
  holder.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return done
}
