import { useId, useState, type SubmitEvent } from 'react'
import type { ExportWhat } from '../../../shared/export'
import { refusalOf, useConnection, useHost, useProject, type RefusalView } from '../../connection'
import { FormEnd } from '../../settings/FormEnd'
import { closeDialog, Dialog, isOnScreen, Segments, useDialogs } from '../../ui'
import { useAnyWorker } from '../../workers/any-worker'
import { useWords } from '../../words'
import { exportTurns, useExport, type ExportOf } from './export'
import { words } from './words'
import './dialogs.css'

/** Exports a turn, all turns of a worker or those of the Project. */
export function ExportDialog() {
  const say = useWords(words)
  const of = useExport((state) => state.of)
  const open = useDialogs(({ stack }) => stack.at(-1) === 'export') && of !== null
  return (
    <Dialog open={open} onClose={closeDialog} title={say.exportTitle}>
      {open && <Form of={of} />}
    </Dialog>
  )
}

type Scope = 'turn' | 'worker' | 'project'

function Form({ of }: { of: ExportOf }) {
  const say = useWords(words)
  const { sessionId, workerId, turn } = of
  const [scope, setScope] = useState<Scope>(turn !== null ? 'turn' : workerId !== null ? 'worker' : 'project')
  const [format, setFormat] = useState<ExportWhat['format']>('markdown')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<RefusalView | null>(null)
  const isLive = useConnection((connection) => connection.state === 'live')
  const isDesktop = useHost((host) => host.info?.mode === 'desktop')
  const worker = useAnyWorker(sessionId, workerId)
  const project = useProject(sessionId)
  const [scopeName, formatName] = [useId(), useId()]

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (busy || !isLive) return
    setBusy(true)
    setRefusal(null)
    try {
      const done = await exportTurns({ sessionId, workerId: scope === 'project' ? null : workerId, turn: scope === 'turn' ? turn : null }, format)
      if (done && isOnScreen('export')) closeDialog()
    } catch (error) {
      setRefusal(refusalOf(error))
    }
    setBusy(false)
  }
  const scopes: { value: Scope; label: string }[] = [
    ...(turn !== null ? [{ value: 'turn' as const, label: say.oneTurn(turn) }] : []),
    ...(workerId !== null ? [{ value: 'worker' as const, label: say.allTurns }] : []),
    { value: 'project', label: say.wholeProject }
  ]
  const about = { turn: say.aboutTurn(worker?.name ?? ''), worker: say.aboutWorker(worker?.name ?? ''), project: say.aboutProject(project?.name ?? '') }
  return (
    <form className="form turns-form" onSubmit={(event) => void submit(event)}>
      <div className="form-field">
        <span className="form-label" id={scopeName}>
          {say.what}
        </span>
        <Segments<Scope> labelledBy={scopeName} value={scope} options={scopes} onChoose={setScope} />
        <p className="form-hint">{about[scope]}</p>
      </div>
      <div className="form-field">
        <span className="form-label" id={formatName}>
          {say.form}
        </span>
        <Segments<ExportWhat['format']>
          labelledBy={formatName}
          value={format}
          options={[
            { value: 'markdown', label: 'Markdown' },
            { value: 'json', label: 'JSON' }
          ]}
          onChoose={setFormat}
        />
        <p className="form-hint">{format === 'markdown' ? say.aboutMarkdown : say.aboutJson}</p>
      </div>
      <FormEnd
        refusal={refusal}
        action={busy ? say.exporting : isDesktop ? say.chooseFile : say.download}
        disabled={busy || !isLive}
        onCancel={closeDialog}
      />
    </form>
  )
}
