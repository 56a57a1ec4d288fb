import type { TextRange } from '../../shared/find'

/** A text with parts of it marked. The ranges are ascending and do not overlap. */
export function Marked({ text, ranges }: { text: string; ranges: readonly TextRange[] }) {
  return ranges
    .flatMap(({ start, end }, at) => [
      text.slice(at === 0 ? 0 : ranges[at - 1]?.end, start),
      <mark key={start}>{text.slice(start, end)}</mark>
    ])
    .concat(text.slice(ranges.at(-1)?.end ?? 0))
}
