/** The line icons of the window, on the same 16 px grid and with the same 1.5 px line as the glyphs. */
const SHAPES = {
  agent: (
    <>
      <rect x="2.75" y="5" width="10.5" height="8" rx="1.75" />
      <path d="M8 2.25V5M6 8.25v1.25M10 8.25v1.25" />
    </>
  ),
  alert: <path d="M8 2.75 14 13H2zM8 6.75v2.75M8 11.4v.01" />,
  answered: <path d="m3.25 8.5 3 3 6.5-7" />,
  archive: <path d="M2 3h12v3H2zM3 6v6.5a.75.75 0 0 0 .75.75h8.5a.75.75 0 0 0 .75-.75V6M6.25 8.75h3.5" />,
  back: <path d="M12.75 8h-9.5M7 4.25 3.25 8 7 11.75" />,
  bell: <path d="M3.5 11.5h9l-1-1.75V7a3.5 3.5 0 0 0-7 0v2.75zM6.75 13.5h2.5" />,
  changed: <path d="M9.75 4.25 12 6.5M3 13l.75-3 6.9-6.9a1.25 1.25 0 0 1 1.75 0l.5.5a1.25 1.25 0 0 1 0 1.75L6 12.25z" />,
  choose: <path d="m5 6.25 3-3 3 3M5 9.75l3 3 3-3" />,
  clip: (
    <path d="m13.25 7.5-5.4 5.4a3.25 3.25 0 0 1-4.6-4.6l5.4-5.4a2.15 2.15 0 0 1 3.05 3.05l-5.2 5.2a1.05 1.05 0 0 1-1.5-1.5L9.75 4.9" />
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 5v3l2 1.25" />
    </>
  ),
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.25" />
      <path d="M10.5 3.25V3a1 1 0 0 0-1-1H3.25A1.25 1.25 0 0 0 2 3.25V9.5a1 1 0 0 0 1 1h.25" />
    </>
  ),
  created: <path d="M8 3.5v9M3.5 8h9" />,
  down: <path d="M8 3.25v9.5M4.25 9 8 12.75 11.75 9" />,
  edit: <path d="M9.75 4.25 12 6.5M3 13l.75-3 6.9-6.9a1.25 1.25 0 0 1 1.75 0l.5.5a1.25 1.25 0 0 1 0 1.75L6 12.25z" />,
  filter: <path d="M2.5 4h11M4.75 8h6.5M6.75 12h2.5" />,
  fold: <path d="m4.5 6.25 3.5 3.5 3.5-3.5" />,
  folder: <path d="M2 5.25v-1a1 1 0 0 1 1-1h3l1.5 1.75H13a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z" />,
  into: <path d="m6.25 4.25 3.75 3.75-3.75 3.75" />,
  help: <path d="M5.75 6a2.25 2.25 0 1 1 3.3 2c-.7.4-1.05.85-1.05 1.5v.25M8 12.4v.01M8 1.75a6.25 6.25 0 1 1 0 12.5 6.25 6.25 0 0 1 0-12.5z" />,
  key: (
    <>
      <circle cx="5.25" cy="10.75" r="2.75" />
      <path d="m7.25 8.75 6-6M11 5l2 2M9.25 6.75 10.75 8.25" />
    </>
  ),
  keyboard: (
    <>
      <rect x="1.75" y="4" width="12.5" height="8" rx="1.5" />
      <path d="M4.25 6.75h.01M6.75 6.75h.01M9.25 6.75h.01M11.75 6.75h.01M5.5 9.5h5" />
    </>
  ),
  landed: <path d="M8 2.75v7M4.75 6.75 8 10l3.25-3.25M3 13.25h10" />,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2" />,
  mute: <path d="M11.5 11.5h-8l1-1.75V7c0-.6.15-1.15.4-1.65M6.3 3.95A3.5 3.5 0 0 1 11.5 7v2.25M6.75 13.5h2.5M2.5 2.5l11 11" />,
  older: <path d="M4.25 8 8 4.25 11.75 8M4.25 12.25 8 8.5l3.75 3.75" />,
  pause: <path d="M5.25 3.75v8.5M10.75 3.75v8.5" strokeWidth="2.5" />,
  pin: <path d="M6 2.5h4M6.75 2.5v4L4.5 9.25h7L9.25 6.5v-4M8 9.25v4.5" />,
  plus: <path d="M8 3.25v9.5M3.25 8h9.5" />,
  presented: <path d="M8 9.75v-7M5 5.5l3-3 3 3M2.75 9.5v2.75a1 1 0 0 0 1 1h8.5a1 1 0 0 0 1-1V9.5" />,
  queue: <path d="M2.75 4h10.5M2.75 8h10.5M2.75 12h5.5" />,
  records: <path d="M4.25 2.5h5.5l2.5 2.5v8.5h-8zM6.5 7h3.5M6.5 9.25h3.5M6.5 11.5h2" />,
  retry: <path d="M13 3v3.25H9.75M12.75 6.25A5.25 5.25 0 1 0 13.25 9" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="m10.25 10.25 3.25 3.25" />
    </>
  ),
  several: (
    <>
      <circle cx="5.75" cy="5.25" r="2.25" />
      <path d="M1.75 13c0-2.2 1.8-3.75 4-3.75S9.75 10.8 9.75 13M10.25 3.15a2.25 2.25 0 0 1 0 4.2M11.5 9.5c1.65.45 2.75 1.8 2.75 3.5" />
    </>
  ),
  sidebar: (
    <>
      <rect x="2" y="2.75" width="12" height="10.5" rx="1.75" />
      <path d="M6.25 2.75v10.5" />
    </>
  ),
  sliders: (
    <>
      <path d="M2.5 5h6M12 5h1.5M2.5 11H4M7.5 11h6" />
      <circle cx="10.25" cy="5" r="1.75" />
      <circle cx="5.75" cy="11" r="1.75" />
    </>
  ),
  steer: <path d="M3 2.75V7a3 3 0 0 0 3 3h7.25M10.25 7l3 3-3 3" />,
  stop: <rect x="4" y="4" width="8" height="8" rx="1.25" />,
  trash: (
    <path d="M2.75 4.5h10.5M6.25 4.25v-1a.75.75 0 0 1 .75-.75h2a.75.75 0 0 1 .75.75v1M4.25 4.5l.5 8a1 1 0 0 0 1 .95h4.5a1 1 0 0 0 1-.95l.5-8" />
  ),
  undo: <path d="M5.75 3.75 2.75 6.75l3 3M2.75 6.75h6.5a3.5 3.5 0 0 1 0 7H7" />,
  up: <path d="M8 12.75v-9.5M4.25 7 8 3.25 11.75 7" />
}

export type IconName = keyof typeof SHAPES

/** Silent for screen readers: what stands beside it, or the label of its button, says the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="ic" viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[name]}
    </svg>
  )
}
