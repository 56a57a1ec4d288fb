/** What scrolls inside a text can be reached with the keyboard; what does not scroll is no stop on the way. */
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    for (const element of target.querySelectorAll<HTMLElement>('pre, .table')) {
      if (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    }
  }
})

/** A ref for the root of a drawn text. */
export function watchScrollers(root: HTMLElement | null): (() => void) | undefined {
  if (!root) return undefined
  sizes.observe(root)
  return () => sizes.unobserve(root)
}
