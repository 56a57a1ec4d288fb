import { useObserved, useWorker, client, refusalOf } from '../connection'
import type { WorkerRights } from '../../shared/asks'
import { ChoiceGroup } from '../settings/ChoiceGroup'
import { useStored } from '../settings/Setting'
import { Button, closeDialog, Dialog, showTrouble, useDialogs } from '../ui'
import { useWords } from '../words'
import { allowsMore, POLICY_ORDER, type Confirmed } from './policies.logic'
import { followRights, useRights } from './rights'
import { Trail } from './Trail'
import { words } from './words'
import './rights.css'

/** What one worker may do without asking: its policy, answers that hold for always, and what was decided. */
export function RightsDialog() {
  const say = useWords(words).rights
  const { sessionId, workerId, rights } = useRights()
  const worker = useWorker(workerId)
  const open = useDialogs(({ stack }) => stack.at(-1) === 'worker-rights') && worker !== null
  useObserved(open ? `${sessionId} ${workerId}` : null, () => followRights(sessionId ?? '', workerId ?? ''))
  return (
    <Dialog open={open} onClose={closeDialog} title={say.title(worker?.name ?? '')} description={say.about} size="wide">
      {open && rights && sessionId !== null && workerId !== null && (
        <>
          <OwnPolicy sessionId={sessionId} workerId={workerId} rights={rights} />
          <Remembered sessionId={sessionId} workerId={workerId} rights={rights} />
          <section className="setting-group">
            <h3>{say.decided}</h3>
            <Trail sessionId={sessionId} workerId={workerId} />
          </section>
        </>
      )}
    </Dialog>
  )
}

interface PartProps {
  sessionId: string
  workerId: string
  rights: WorkerRights
}

function OwnPolicy({ sessionId, workerId, rights }: PartProps) {
  const { rights: say, policies } = useWords(words)
  const { shown, problem, change } = useStored(rights.own, async (policy: Confirmed | null) => {
    await client.approvals.setPolicy({ sessionId, workerId, policy })
  })
  const isClamped = shown !== null && shown === rights.own && rights.policy !== shown
  const options: readonly { value: Confirmed | null; label: string; note: string }[] = [
    { value: null, label: say.asProject, note: say.asProjectNote(policies.label[rights.project]) },
    ...POLICY_ORDER.map((value) => ({
      value,
      label: policies.label[value],
      note: allowsMore(value, rights.project) ? `${policies.note[value]} ${say.more}` : policies.note[value]
    }))
  ]
  return (
    <ChoiceGroup
      legend={say.may}
      name="own-policy"
      options={options}
      chosen={shown}
      onChoose={change}
      problem={problem}
      hint={isClamped ? say.clamped(policies.label[shown], policies.label[rights.policy]) : say.outside}
    />
  )
}

function Remembered({ sessionId, workerId, rights }: PartProps) {
  const say = useWords(words).rights
  const revoke = async (tool: string): Promise<void> => {
    try {
      await client.approvals.revoke({ sessionId, workerId, tool })
    } catch (error) {
      if (refusalOf(error).code !== 'NOT_FOUND') showTrouble(say.notChanged, error)
    }
  }
  return (
    <section className="setting-group">
      <h3>{say.remembered}</h3>
      {rights.remembered.length === 0 && <p className="form-hint">{say.noRemembered}</p>}
      <ul className="remembered">
        {rights.remembered.map(({ tool, answer }) => (
          <li key={tool}>
            <span className="cut" title={tool}>
              {answer === 'allow' ? say.allowed(tool) : say.rejected(tool)}
            </span>
            <Button small aria-label={say.revokeOf(tool)} onClick={() => void revoke(tool)}>
              {say.revoke}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
