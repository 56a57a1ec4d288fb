import { useState } from 'react'
import type { AgentView } from '../../shared/agents'
import { assertNever } from '../../shared/errors'
import { copyText } from '../text/copy'
import { Button, IconButton } from '../ui'
import { useWords } from '../words'
import { agentWords } from './words'

interface FixProps {
  agent: AgentView
  busy: boolean
  onInstall(): void
}

/** What an agent that cannot run yet needs, and the way there. */
export function Fix({ agent, busy, onInstall }: FixProps) {
  const say = useWords(agentWords)
  const { state, label, version, oldest, get, adapter, custom } = agent
  switch (state) {
    case 'ready':
      return null
    case 'missing':
      return (
        <div className="agent-fix">
          {custom ? <p>{say.commandMissing(custom.command)}</p> : <Get get={get} />}
        </div>
      )
    case 'wrong-version':
      return (
        <div className="agent-fix">
          <p>{say.tooOld(version ?? '', oldest ?? '')}</p>
          {get.install !== null && <Command text={get.install} />}
        </div>
      )
    case 'needs-node':
      return (
        <div className="agent-fix">
          <p>{say.needsNode}</p>
        </div>
      )
    case 'needs-adapter':
      return (
        adapter && (
          <div className="agent-fix is-offer">
            <p>{say.adapterAbout(label)}</p>
            <ul className="agent-facts">
              <li>
                <code>{say.adapterFacts(adapter.package, adapter.version)}</code>
              </li>
              <li>{say.adapterSize(adapter.megabytes)}</li>
              <li>{say.adapterLicence(adapter.licence)}</li>
              <li>{say.adapterGoes}</li>
            </ul>
            <Button kind="main" disabled={busy} onClick={onInstall}>
              {say.installAdapter(adapter.megabytes)}
            </Button>
          </div>
        )
      )
    default:
      return assertNever(state)
  }
}

function Get({ get: { install, first } }: Pick<AgentView, 'get'>) {
  const say = useWords(agentWords)
  return (
    <>
      {install === null ? (
        <p>{say.asMaker}</p>
      ) : (
        <>
          <p>{say.install}</p>
          <Command text={install} />
        </>
      )}
      {first !== null && (
        <>
          <p>{say.thenRun}</p>
          <Command text={first} />
        </>
      )}
    </>
  )
}

/** A command for a terminal, ready to be copied. */
function Command({ text }: { text: string }) {
  const say = useWords(agentWords)
  const [copied, setCopied] = useState(false)
  return (
    <span className="agent-command">
      <code>{text}</code>
      <IconButton
        small
        icon={copied ? 'answered' : 'copy'}
        label={`${copied ? say.copied : say.copy}: ${text}`}
        onClick={() => void copyText(text).then(setCopied)}
      />
    </span>
  )
}
