/**
 * Questions that may be asked while others are still out. An answer counts unless a later question was answered already:
 * what is known never becomes older than it was.
 *
 *   const isNews = order()                    // as the question is asked
 *   const answer = await ask()
 *   if (isNews()) put(answer)                 // as it is answered
 */
export function inOrder(): () => () => boolean {
  let asked = 0
  let answered = 0
  return () => {
    const turn = ++asked
    return () => {
      if (turn < answered) return false
      answered = turn
      return true
    }
  }
}
