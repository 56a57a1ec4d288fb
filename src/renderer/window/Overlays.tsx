import { useState } from 'react'
import { useData, useHost } from '../connection'
import { Button, dismissTrouble, Glyph, Icon, Strip, useTroubles } from '../ui'
import { fromHost, useWords } from '../words'
import { DeletionStrips } from '../workers/DeletionStrips'
import { words } from './words'

/** What has to be said over any view: deletes that can be undone, what did not work. */
export function Overlays() {
  return (
    <div className="overlays">
      <DataStrip />
      <DeletionStrips />
      <TroubleStrips />
      <HostNotices />
    </div>
  )
}

/** What is shown is true, and will not be there tomorrow. */
function DataStrip() {
  const say = useWords(words)
  const isGone = useData(({ data }) => data === 'gone')
  if (!isGone) return null
  return (
    <Strip role="alert" tone="fail" mark={<Glyph kind="error" />}>
      <b>{say.notKept}</b> {say.notKeptWhy}
    </Strip>
  )
}

function TroubleStrips() {
  const { close } = useWords(words)
  const troubles = useTroubles((state) => state.troubles)
  return troubles.map(({ id, title, refusal }) => (
    <Strip
      key={id}
      role="alert"
      tone="fail"
      mark={<Glyph kind="error" />}
      actions={<Button onClick={() => dismissTrouble(id)}>{close}</Button>}
    >
      <b>{title}</b> {refusal.message} {refusal.remedy}
    </Strip>
  ))
}

/** What the host has to tell about its start, until the operator has read it. */
function HostNotices() {
  const { close } = useWords(words)
  const notices = useHost((host) => host.info?.notices) ?? []
  const [read, setRead] = useState<readonly string[]>([])
  return notices
    .filter((notice) => !read.includes(notice.id))
    .map((notice) => (
      <Strip
        key={notice.id}
        role="status"
        mark={<Icon name="alert" />}
        actions={<Button onClick={() => setRead([...read, notice.id])}>{close}</Button>}
      >
        {fromHost(notice.message)}
      </Strip>
    ))
}
