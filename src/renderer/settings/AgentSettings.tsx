import { useState } from 'react'
import type { AgentView } from '../../shared/agents'
import { Button, showTrouble } from '../ui'
import { fromHost, useWords } from '../words'
import { AgentForm } from './AgentForm'
import { AgentRow } from './AgentRow'
import { lookForAgents, useAgents } from './agents'
import { groupsOf } from './agents.logic'
import { agentWords } from './words'

/** Which agents of the operator's own there are, what each needs, and what it can do. */
export function AgentSettings() {
  const say = useWords(agentWords)
  const { agents, notices } = useAgents()
  const [adding, setAdding] = useState(false)
  const [looking, setLooking] = useState(false)
  const { here, own, missing } = groupsOf(agents ?? [])

  const look = async (): Promise<void> => {
    setLooking(true)
    await lookForAgents().catch((error: unknown) => showTrouble(agentWords().notRead, error))
    setLooking(false)
  }

  return (
    <section className="agents">
      <div className="agents-head">
        <p className="form-hint">{say.about}</p>
        <Button icon="retry" small disabled={looking} onClick={() => void look()}>
          {say.look}
        </Button>
      </div>
      {notices.map((notice) => (
        <p key={notice} className="form-problem" role="status">
          {fromHost(notice)}
        </p>
      ))}
      {agents === null ? (
        <p className="form-hint" role="status">
          {say.looking}
        </p>
      ) : (
        <>
          {here.length === 0 && own.length === 0 && <p className="agents-none">{say.noneFound}</p>}
          <Rows agents={here} />
          {own.length > 0 && (
            <section aria-labelledby="agents-own">
              <h3 id="agents-own">{say.own}</h3>
              <Rows agents={own} />
            </section>
          )}
          {adding ? (
            <AgentForm taken={agents.map(({ id }) => id)} onDone={() => setAdding(false)} />
          ) : (
            <p className="form-end">
              <Button icon="plus" onClick={() => setAdding(true)}>
                {say.add}
              </Button>
            </p>
          )}
          {missing.length > 0 && (
            <section aria-labelledby="agents-missing">
              <h3 id="agents-missing">{say.notFound}</h3>
              <Rows agents={missing} />
            </section>
          )}
        </>
      )}
    </section>
  )
}

function Rows({ agents }: { agents: readonly AgentView[] }) {
  return agents.length === 0 ? null : (
    <ul>
      {agents.map((agent) => (
        <AgentRow key={agent.id} agent={agent} />
      ))}
    </ul>
  )
}
