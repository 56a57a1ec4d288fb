/** The glyphs of a status. They differ in shape, so that no meaning rests on colour alone. */
const circle = <circle cx="8" cy="8" r="5.75" />

const SHAPES = {
  busy: <circle cx="8" cy="8" r="4.25" fill="currentColor" stroke="none" />,
  idle: <circle cx="8" cy="8" r="4.25" />,
  ok: <path d="m3.5 8.5 3 3 6-7" />,
  error: (
    <>
      {circle}
      <path d="m6 6 4 4M10 6l-4 4" />
    </>
  ),
  abort: (
    <>
      {circle}
      <rect x="6" y="6" width="4" height="4" rx=".5" fill="currentColor" stroke="none" />
    </>
  ),
  intr: <path d="M10.9 3.2A5.6 5.6 0 0 0 3 10.4M5.1 12.8A5.6 5.6 0 0 0 13 5.6" />,
  max: <path d="M3 3h10M8 13V6.5M4.75 9.5 8 6.25l3.25 3.25" />,
  block: (
    <>
      {circle}
      <path d="m4 12 8-8" />
    </>
  ),
  unknown: <circle cx="8" cy="8" r="5.5" strokeDasharray="2.2 2.12" />,
  start: (
    <>
      <path d="M8 2.75A5.25 5.25 0 0 1 13.25 8" />
      <circle cx="8" cy="8" r="5.25" opacity=".3" />
    </>
  ),
  wait: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" stroke="none" />
      <path className="gl-mark" d="M6.1 6.35a1.95 1.95 0 1 1 2.75 1.9c-.55.25-.85.6-.85 1.15v.1M8 11.6v.01" />
    </>
  )
}

export type GlyphKind = keyof typeof SHAPES

/** Silent for screen readers: the word beside it says the same. */
export function Glyph({ kind }: { kind: GlyphKind }) {
  return (
    <svg className={`gl gl-${kind}`} viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[kind]}
    </svg>
  )
}
