import { useState } from 'react'
import type { AgentView } from '../../shared/agents'
import { Button, formatAge, Glyph, IconButton, langOf, Menu, MenuItem, useNow } from '../ui'
import { fromHost, useWords } from '../words'
import { AgentForm } from './AgentForm'
import { checkAgent, installAdapter, removeAdapter, removeAgent } from './agents'
import { checkedWords, glyphOf, problemOf, steeringWords } from './agents.logic'
import { Confirm } from './Confirm'
import { Fix } from './AgentFix'
import { useAttempt } from './use-attempt'
import { agentWords } from './words'

/** One agent: whether it can run workers here, what it needs for that, and what was found when it was tried. */
export function AgentRow({ agent }: { agent: AgentView }) {
  const say = useWords(agentWords)
  const { id, label, kind, state, version, path, start, adapter, work, checked, remarks } = agent
  const [doing, setDoing] = useState<'edit' | 'remove' | 'remove-adapter' | null>(null)
  const attempt = useAttempt()
  const close = (): void => setDoing(null)
  const isReady = state === 'ready'
  const canRemoveAdapter = adapter?.installed ?? false
  const problem = checked && problemOf(checked)
  return (
    <li className={isReady ? 'agent' : `agent is-${state}`}>
      <div className="agent-line">
        <Glyph kind={glyphOf(agent)} />
        <span className="agent-name">
          <b className="cut" lang={langOf(label)}>
            {label}
          </b>
          {version !== null && <span className="num">{version}</span>}
          <span className={isReady || state === 'missing' ? 'agent-state' : 'agent-state is-wait'}>{say.states[state]}</span>
        </span>
        <span className="acts">
          {work ? (
            <Work work={work} />
          ) : (
            isReady && (
              <Button small disabled={attempt.busy} aria-label={say.checks(label)} onClick={() => void attempt.run(() => checkAgent(id))}>
                {say.check}
              </Button>
            )
          )}
          {(kind === 'custom' || canRemoveAdapter) && (
            <Menu trigger={<IconButton label={say.menuOf(label)} icon="more" small />}>
              {kind === 'custom' && <MenuItem onSelect={() => setDoing('edit')}>{say.edit}</MenuItem>}
              {kind === 'custom' && <MenuItem onSelect={() => setDoing('remove')}>{say.remove}</MenuItem>}
              {canRemoveAdapter && <MenuItem onSelect={() => setDoing('remove-adapter')}>{say.removeAdapter}</MenuItem>}
            </Menu>
          )}
        </span>
      </div>
      {isReady && (
        <p className="agent-about">
          {steeringWords(agent)}
          {(kind === 'custom' ? start?.command : path) && <code className="cut">{kind === 'custom' ? [start?.command, ...(start?.args ?? [])].join(' ') : path}</code>}
        </p>
      )}
      {!isReady && <Fix agent={agent} busy={attempt.busy || work !== null} onInstall={() => void attempt.run(() => installAdapter(id))} />}
      {attempt.refusal && (
        <p className="form-problem agent-note" role="alert">
          {`${attempt.refusal.message} ${attempt.refusal.remedy}`}
        </p>
      )}
      {checked && !work && (
        <p className={problem === null ? 'form-hint agent-note' : 'form-problem agent-note'} role="status">
          {problem ?? checkedWords(checked)}
        </p>
      )}
      {remarks.length > 0 && (
        <div className="form-hint agent-note">
          {say.strange}:
          <ul>
            {remarks.map((remark) => (
              <li key={remark}>{fromHost(remark)}</li>
            ))}
          </ul>
        </div>
      )}
      {doing === 'edit' && <AgentForm agent={agent} taken={[]} onDone={close} />}
      {doing === 'remove' && (
        <Confirm question={say.goes(label)} action={say.removeIt} keep={say.keep} onAction={() => void attempt.run(() => removeAgent(id), close)} onKeep={close} />
      )}
      {doing === 'remove-adapter' && (
        <Confirm
          question={say.adapterRemoved(label)}
          action={say.removeIt}
          keep={say.keep}
          busy={attempt.busy}
          onAction={() => void attempt.run(() => removeAdapter(id), close)}
          onKeep={close}
        />
      )}
    </li>
  )
}

/** What is being done with it: the age that ticks is the proof that something goes on. */
function Work({ work }: { work: NonNullable<AgentView['work']> }) {
  const say = useWords(agentWords)
  const now = useNow()
  return (
    <span className="agent-work" role="status">
      {say.work[work.kind]}{' '}
      <span aria-hidden="true">
        <time>{formatAge(now - work.since)}</time>
        {work.packages !== null && <span className="num"> · {say.packages(work.packages)}</span>}
      </span>
    </span>
  )
}
