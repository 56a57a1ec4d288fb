import { useState } from 'react'
import { connector, useConnection, useData, useHost, useProjects, useTokenProblem } from '../connection'
import { Button, dismissTrouble, formatClock, Glyph, Icon, isDesktop, Strip, useTroubles } from '../ui'
import { fromHost, useWords } from '../words'
import { DeletionStrips } from '../workers/DeletionStrips'
import { words } from './words'

/** What has to be said over any view: the connection, deletes that can be undone, what did not work. */
export function Overlays() {
  return (
    <div className="overlays">
      <ConnectionStrip />
      <DataStrip />
      <DeletionStrips />
      <TroubleStrips />
      <HostNotices />
    </div>
  )
}

function ConnectionStrip() {
  const say = useWords(words)
  const lost = useConnection((connection) => connection.state === 'lost')
  const heardAt = useConnection((connection) => (connection.state === 'lost' ? connection.heardAt : null))
  const problem = useTokenProblem((token) => token.problem)
  const empty = useProjects((state) => state.projects === null)
  const refused = problem === 'refused'
  // Without a key and with nothing to show, the page itself says what is wrong.
  if (!lost || (problem !== null && empty)) return null
  return (
    <Strip
      role="alert"
      mark={<Glyph kind="unknown" />}
      actions={<Button onClick={() => connector.retryNow()}>{say.tryNow}</Button>}
    >
      {refused ? (
        <>
          <b>{say.keyRefused}</b> {say.openAddress}
        </>
      ) : heardAt === null ? (
        <>
          <b>{say.notConnected}</b> {say.noAnswer}
        </>
      ) : (
        <>
          <b>{say.lost}</b> {say.asOfBefore}
          <time>{formatClock(heardAt, 'second')}</time>
          {say.asOfAfter}
          {!isDesktop && say.newAddress}
        </>
      )}
    </Strip>
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
