import { memo, useState } from 'react'
import type { Turn } from '../../shared/model'
import { runAction } from '../actions'
import { SeenMark } from '../attention'
import { useIsLost } from '../connection'
import { copyText } from '../text/copy'
import { Button } from '../ui'
import { fromHost, useWords } from '../words'
import { Age, Stamp } from './Age'
import { Crew } from './Crew'
import { Files, WithFiles } from './Files'
import { Heard } from './Heard'
import { Remarks } from './Remarks'
import { Reply } from './Reply'
import { Said } from './Said'
import { useTimeline } from './store'
import { TurnHead, useIsAsking, useStale } from './TurnHead'
import { sendAgain, type SendAgainFn } from './send-again'
import { words } from './words'
import { askedText, canSendAgain, faultOf, gistOf, settingsOf, silenceWords } from './words.logic'

interface TurnRowProps {
  turn: Turn
  isFolded: boolean
  onSendAgain: SendAgainFn
}

/** One turn as lines of the script; folded, as its head and a line of each side. */
export const TurnRow = memo(function TurnRow({ turn, isFolded, onSendAgain }: TurnRowProps) {
  useWords(words)
  return (
    <>
      <TurnHead turn={turn} isFolded={isFolded} />
      {isFolded ? (
        <Gist turn={turn} />
      ) : (
        <>
          {turn.inputs.map((input) => (
            <Said key={input.messageId} turn={turn.number} input={input} isCommand={turn.engine === 'shell'} />
          ))}
          <Crew turn={turn} />
          <Remarks remarks={turn.remarks} />
          {turn.outcome === null ? <NowLine turn={turn} /> : <Ended turn={turn} onSendAgain={onSendAgain} />}
        </>
      )}
      {turn.outcome !== null && <SeenEnd turn={turn.number} />}
    </>
  )
})

/** Where the end of the turn has been on the screen, it has been read. */
function SeenEnd({ turn }: { turn: number }) {
  const workerId = useTimeline((view) => view.worker?.workerId)
  return workerId !== undefined && <SeenMark workerId={workerId} turn={turn} />
}

/** What was asked and what was answered, a line of each. */
function Gist({ turn }: { turn: Turn }) {
  const isCommand = turn.engine === 'shell'
  const asked = gistOf(turn.inputs[0]?.text ?? '', isCommand)
  const answered = gistOf(turn.reply?.text ?? '', isCommand)
  return (
    <div className="line gist">
      <div className="text">
        {asked !== '' && (
          <p className="cut" dir="auto">
            {asked}
          </p>
        )}
        {answered !== '' && (
          <p className="cut is-reply" dir="auto">
            {answered}
          </p>
        )}
      </div>
    </div>
  )
}

/** What a running turn does, and how we know. */
function NowLine({ turn }: { turn: Turn }) {
  const say = useWords(words)
  const isLost = useIsLost()
  const isStale = useStale() !== null || isLost
  const isAsking = useIsAsking(turn)
  const { now } = turn
  if (isAsking && !isStale) return <AskingLine turn={turn} />
  return (
    <div className="line now">
      <div className="who">
        <b className="cut">{say.now}</b>
      </div>
      <div className={isStale ? 'evidence is-stale' : 'evidence'}>
        <b>
          {now ? toolName(now.what, say.model) : turn.steps === 0 ? say.beforeFirstStep : say.betweenSteps}
          {now && (isStale ? say.ageNotKnown : <> {<Age kind="for" at={now.since} />}</>)}
        </b>
        {now && now.detail !== '' && <code className="cut">{now.detail}</code>}
        <Heard />
      </div>
    </div>
  )
}

/** The turn waits for an answer: what it asks stands above the composer. */
function AskingLine({ turn: { now } }: { turn: Turn }) {
  const say = useWords(words)
  return (
    <div className="line now">
      <div className="who">
        <b className="cut">{say.now}</b>
      </div>
      <div className="evidence is-waiting">
        <b>{now === null || now.what === 'model' ? say.waitsForAnswer : say.toolWaits(now.what)}</b>
        <Heard />
      </div>
    </div>
  )
}

/** A tool has its own name; the model has one of ours. */
function toolName(what: string, model: string): string {
  return what === 'model' ? model : fromHost(what)
}

type EndedProps = Omit<TurnRowProps, 'isFolded'>

function Ended({ turn, onSendAgain }: EndedProps) {
  const say = useWords(words)
  const fault = faultOf(turn.outcome)
  const silence = turn.reply || !turn.outcome ? null : silenceWords(turn.outcome)
  return (
    <>
      {fault && <Fault turn={turn} fault={fault} onSendAgain={onSendAgain} />}
      {(turn.reply || silence || turn.artifacts.length > 0) && (
        <div className="line reply" data-message={turn.reply?.messageId}>
          <div className="who">
            <b className="cut">{say.reply}</b>
            {turn.reply && <Stamp at={turn.reply.at} />}
          </div>
          {turn.reply ? (
            <WithFiles artifacts={turn.artifacts}>
              <Reply turn={turn.number} reply={turn.reply} />
            </WithFiles>
          ) : (
            <div className="md">
              <p className="none">{silence ?? say.noReply}</p>
            </div>
          )}
          <div className="note became">
            <Files turn={turn.number} artifacts={turn.artifacts} />
            {!fault && canSendAgain(turn.outcome) && (
              <div className="acts">
                <SendAgain turn={turn} onSendAgain={onSendAgain} />
              </div>
            )}
            {turn.outcome?.kind === 'max-tokens' && (
              <div className="acts">
                <Button small needsHost onClick={() => onSendAgain(say.goOnText, [])}>
                  {say.goOn}
                </Button>
              </div>
            )}
          </div>
        </div>
      )}
    </>
  )
}

interface FaultProps extends EndedProps {
  fault: NonNullable<ReturnType<typeof faultOf>>
}

function Fault({ turn, fault, onSendAgain }: FaultProps) {
  const say = useWords(words)
  const [copied, setCopied] = useState(false)
  const settings = settingsOf(fault.code)
  const copy = async (): Promise<void> => setCopied(await copyText(fault.code === '' ? fault.message : `${fault.message}\n${fault.code}`))
  return (
    <div className="line fault">
      <div className="who">
        <b className="cut">{fault.title}</b>
      </div>
      <p className="text" dir="auto">
        {fault.message} {!fault.message.includes(fault.code) && <code>{fault.code}</code>}
      </p>
      <div className="note acts">
        {settings !== null && (
          <Button small icon={settings === 'settings.models' ? 'key' : 'agent'} onClick={() => runAction(settings)}>
            {settings === 'settings.models' ? say.modelSettings : say.agentSettings}
          </Button>
        )}
        <SendAgain turn={turn} onSendAgain={onSendAgain} />
        <Button small icon={copied ? 'answered' : 'copy'} onClick={() => void copy()}>
          {copied ? say.copied : say.copyError}
        </Button>
      </div>
    </div>
  )
}

function SendAgain({ turn, onSendAgain }: EndedProps) {
  const say = useWords(words)
  if (askedText(turn).trim() === '') return null
  return (
    <Button small icon="retry" needsHost onClick={() => void sendAgain(turn, onSendAgain)}>
      {say.sendAgain}
    </Button>
  )
}
