import { findWorker, useView } from '../connection'
import { Button, Icon, IconButton, langOf, Strip } from '../ui'
import { useWords } from '../words'
import { focusField } from './focus'
import { countParts, type Part } from './several.logic'
import { dismissSending, retryFailed, useSeveral } from './several'
import { pendingWords, severalWords } from './words'

/** What became of a message to several workers: each is told by itself. */
export function SendingStrip({ workerId }: { workerId: string }) {
  const say = useWords(severalWords)
  const sending = useSeveral((state) => state.sendings[workerId])
  if (!sending) return null
  const close = (): void => {
    dismissSending(workerId)
    focusField()
  }
  const { parts } = sending
  const count = countParts(sending)
  const summary =
    count.failed > 0
      ? say.ofThem(count.failed, parts.length)
      : count.sending > 0
        ? say.underWay(count.sending, parts.length)
        : say.sentTo(parts.length)
  return (
    <div className="line">
      <div className="who" />
      <div className="sending">
      <Strip
        role="status"
        mark={<Icon name={count.failed > 0 ? 'alert' : count.sending > 0 ? 'up' : 'answered'} />}
        actions={
          <>
            {count.failed > 1 && (
              <Button icon="retry" onClick={() => retryFailed(workerId)}>
                {say.failedAgain}
              </Button>
            )}
            <IconButton small icon="close" label={say.close} onClick={close} />
          </>
        }
      >
        <b>{summary}</b>
      </Strip>
        <ul className="parts">
          {parts.map((part) => (
            <PartLine key={part.workerId} from={workerId} part={part} />
          ))}
        </ul>
      </div>
    </div>
  )
}

function PartLine({ from, part: { workerId, name, delivery, state, problem } }: { from: string; part: Part }) {
  const say = useWords(severalWords)
  const words = useWords(pendingWords)
  const show = (): void => {
    const { sessionId, select } = useView.getState()
    if (findWorker(workerId)) select(sessionId, workerId)
  }
  return (
    <li className={state === 'failed' ? 'part is-failed' : 'part'}>
      <button type="button" className="name-link" title={say.show(name)} onClick={show}>
        <span className="cut" lang={langOf(name)}>
          {name}
        </span>
      </button>
      <span className="cut" title={problem === '' ? undefined : problem}>
        <b>{words.state[state]}</b> · {state === 'failed' ? problem : words.delivery[delivery]}
      </span>
      {state === 'failed' && (
        <Button small icon="retry" onClick={() => retryFailed(from, workerId)}>
          {say.sendAgain}
        </Button>
      )}
    </li>
  )
}
