/** Texts as coding agents write them, the same at every run: headings, prose, lists, a table, code. */

const FILES = ['src/session/driver.ts', 'src/store/schema.ts', 'src/timeline/fold.ts', 'src/rpc/router.ts', 'docs/decisions.md', 'e2e/steer.spec.ts']
const ACTS = ['closed the race between the stop and the next turn', 'moved the check before the write', 'made the empty case explicit', 'took the lock out of the loop']
const WHYS = [
  'The old order let a message slip in between the two reads, which nobody saw because both tests ran on one core.',
  'Nothing else calls it, so the change stays local; the two callers that could notice are covered below.',
  'I measured it before and after, on the same machine and with the same data, and the difference is well above the noise.',
  'It reads a little longer now, but each line says one thing, and the comment above it is no longer needed.'
]

function pick<T>(list: readonly T[], n: number): T {
  const item = list[n % list.length]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

/** What an operator asks for, about 300 characters. */
export function askText(worker: string, turn: number): string {
  return `Please look at \`${pick(FILES, turn)}\` again (${worker}, request ${turn}). ${pick(WHYS, turn + 1)}

- keep the public names
- add a test that fails without the change
- say what you did **not** check`
}

/** Stands at the end of the reply of that turn, and nowhere else. */
export function endMark(worker: string, turn: number): string {
  return `End of report ${turn} of ${worker}`
}

/** A final reply, about 2,300 characters. */
export function replyText(worker: string, turn: number): string {
  const file = pick(FILES, turn)
  return `## Report ${turn}: \`${file}\`

I ${pick(ACTS, turn)}. ${pick(WHYS, turn)} ${pick(WHYS, turn + 2)}

### What changed

1. **\`${file}\`**: ${pick(ACTS, turn + 1)}. ${pick(WHYS, turn + 3)}
2. **\`${pick(FILES, turn + 1)}\`**: the test now waits for the event itself, not for a time. See the [notes](https://example.com/notes/${turn}).
   - it failed 40 times of 40 before, and passes 40 of 40 now
   - it takes ${20 + (turn % 70)} ms
3. ~~\`${pick(FILES, turn + 2)}\`~~ did not need a change after all.

| case | before | after | note |
| --- | ---: | ---: | --- |
| one message | ${12 + (turn % 9)} ms | ${3 + (turn % 4)} ms | the common one |
| a thousand | ${900 + (turn % 90)} ms | ${41 + (turn % 8)} ms | linear now |
| none | 1 ms | 1 ms | unchanged |
| after a crash | lost ${turn % 3} | lost 0 | the reason for all this |

\`\`\`ts
export function takeNext(inbox: readonly Entry[], turn: number): Entry | null {
  // Steers first: they were promised the running turn.
  const steer = inbox.find((entry) => entry.target === 'next-step' && entry.turn === ${turn})
  if (steer) return steer
  const queued = inbox.filter((entry) => entry.target === 'next-turn')
  return queued.at(0) ?? null
}
\`\`\`

### What I did not check

> The Windows path. I have no machine for it, and the code that differs is ${3 + (turn % 5)} lines long.

- [x] unit tests, ${100 + (turn % 400)} of them
- [x] lint and types
- [ ] the slow lane, which needs an hour

${pick(WHYS, turn + 1)} If you want it smaller, the second point can wait: nothing depends on it yet.

${endMark(worker, turn)}.
`
}

/** Replies of very different heights: a word, prose, long code, a long table, a list, one or many reports. */
export function mixedText(worker: string, turn: number): string {
  const lines = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n)).join('\n')
  switch (turn % 7) {
    case 0:
      return `Done. ${endMark(worker, turn)}.`
    case 1:
      return `${lines(12, (n) => `${pick(WHYS, turn + n)} ${pick(WHYS, n)}\n`)}\n${endMark(worker, turn)}.`
    case 2:
      return `\`\`\`ts\n${lines(70, (n) => `const value${n} = takeNext(inbox, ${turn}) ?? fallback(${n}) // ${pick(ACTS, n)}`)}\n\`\`\`\n\n${endMark(worker, turn)}.`
    case 3:
      return `| file | before | after |\n| --- | ---: | ---: |\n${lines(40, (n) => `| \`${pick(FILES, n)}\` | ${n + turn} ms | ${n} ms |`)}\n\n${endMark(worker, turn)}.`
    case 4:
      return `${lines(30, (n) => `- ${pick(ACTS, n)}\n  - ${pick(WHYS, n)}`)}\n\n${endMark(worker, turn)}.`
    case 5:
      return replyText(worker, turn).repeat(6)
    default:
      return replyText(worker, turn)
  }
}
