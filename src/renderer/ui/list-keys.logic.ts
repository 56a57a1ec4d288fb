/** Where a key leads in a list of rows; null for a key that leads nowhere. `page`: rows in sight. */
export function listTarget(key: string, at: number, count: number, page: number): number | null {
  const target = targetOf(key, at, count, page)
  return target === null || count === 0 ? null : Math.min(Math.max(target, 0), count - 1)
}

function targetOf(key: string, at: number, count: number, page: number): number | null {
  switch (key) {
    case 'ArrowUp':
      return at - 1
    case 'ArrowDown':
      return at + 1
    case 'PageUp':
      return at - page
    case 'PageDown':
      return at + page
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** How far the page keys go in a list under a text field. */
const PAGE = 8

/** Where a key leads in a list under a text field, round its ends; null for keys that belong to the text. */
export function nextInList(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return at + 1 < count ? at + 1 : 0
  if (key === 'ArrowUp') return at > 0 ? at - 1 : count - 1
  if (key === 'PageDown') return Math.min(at + PAGE, count - 1)
  return key === 'PageUp' ? Math.max(at - PAGE, 0) : null
}
