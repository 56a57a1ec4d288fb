import { connector, useConnection, useProjects, useTokenProblem } from '../connection'
import { Button, formatClock, Glyph, isDesktop, Strip } from '../ui'
import { useWords } from '../words'
import { words } from './words'

/** That the connection is lost, and since when what is shown may not be true. It has a place of its own: nothing that was read is covered. */
export function ConnectionStrip() {
  const say = useWords(words)
  const lost = useConnection((connection) => connection.state === 'lost')
  const heardAt = useConnection((connection) => (connection.state === 'lost' ? connection.heardAt : null))
  const problem = useTokenProblem((token) => token.problem)
  const empty = useProjects((state) => state.projects === null)
  const refused = problem === 'refused'
  // Without a key and with nothing to show, the page itself says what is wrong.
  if (!lost || (problem !== null && empty)) return null
  return (
    <div className="connection">
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
    </div>
  )
}
