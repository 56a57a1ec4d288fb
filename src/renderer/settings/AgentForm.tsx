import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { AgentView } from '../../shared/agents'
import { useWords } from '../words'
import { parseArgs, parseEnv, textsOf, type AgentTexts } from './agents.logic'
import { saveAgent } from './agents'
import { freeId } from './endpoint.logic'
import { FormEnd } from './FormEnd'
import { InnerForm } from './InnerForm'
import { useAttempt } from './use-attempt'
import { agentWords } from './words'

interface AgentFormProps {
  /** The agent that is changed; left out, a new one is added. */
  agent?: AgentView
  /** Ids that are taken. */
  taken: readonly string[]
  onDone(): void
}

/** An agent of the operator's own: how it is started, and how its sessions begin. */
export function AgentForm({ agent, taken, onDone }: AgentFormProps) {
  const say = useWords(agentWords)
  const [texts, setTexts] = useState(() => textsOf(agent?.custom ?? null))
  const attempt = useAttempt()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const parsed = parseEnv(texts.env)
  const ready = texts.label.trim() !== '' && texts.command.trim() !== '' && parsed.ok && !attempt.busy
  const set = (change: Partial<AgentTexts>): void => setTexts((before) => ({ ...before, ...change }))

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!ready || !parsed.ok) return
    const { label, command, args, mode, model, shared } = texts
    const id = agent?.id ?? freeId(label, taken, 'agent')
    const custom = { id, label: label.trim(), command: command.trim(), args: parseArgs(args), env: parsed.env, mode: mode.trim() || null, model: model.trim() || null, shared }
    void attempt.run(() => saveAgent(custom), onDone)
  }

  return (
    <InnerForm ref={form} onSubmit={submit} onDone={onDone} aria-label={agent ? say.edit : say.add}>
      {!agent && <p className="form-hint">{say.addAbout}</p>}
      <div className="form-pair">
        <Field label={say.name}>
          {(id) => <input id={id} className="input" value={texts.label} autoFocus autoComplete="off" onChange={(event) => set({ label: event.target.value })} />}
        </Field>
        <Field label={say.command} hint={say.commandHint}>
          {(id, about) => (
            <input id={id} aria-describedby={about} className="input is-code" value={texts.command} spellCheck={false} autoComplete="off" onChange={(event) => set({ command: event.target.value })} />
          )}
        </Field>
      </div>
      <div className="form-pair">
        <Field label={say.args}>
          {(id) => <textarea id={id} className="input is-code" rows={2} value={texts.args} spellCheck={false} onChange={(event) => set({ args: event.target.value })} />}
        </Field>
        <Field label={say.env} hint={parsed.ok ? say.envHint : say.envWrong(parsed.line)} isWrong={!parsed.ok}>
          {(id, about) => (
            <textarea
              id={id}
              aria-describedby={about}
              aria-invalid={!parsed.ok}
              className="input is-code"
              rows={2}
              value={texts.env}
              spellCheck={false}
              onChange={(event) => set({ env: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="form-pair">
        <Field label={say.mode} hint={say.modeHint}>
          {(id, about) => <input id={id} aria-describedby={about} className="input" value={texts.mode} spellCheck={false} autoComplete="off" onChange={(event) => set({ mode: event.target.value })} />}
        </Field>
        <Field label={say.model} hint={say.modelHint}>
          {(id, about) => (
            <input id={id} aria-describedby={about} className="input" value={texts.model} spellCheck={false} autoComplete="off" onChange={(event) => set({ model: event.target.value })} />
          )}
        </Field>
      </div>
      <Shared shared={texts.shared} onChange={(shared) => set({ shared })} />
      <FormEnd refusal={attempt.refusal} action={agent ? say.saveIt : say.addIt} disabled={!ready} onCancel={onDone} />
    </InnerForm>
  )
}

function Shared({ shared, onChange }: { shared: boolean; onChange(shared: boolean): void }) {
  const say = useWords(agentWords)
  const id = useId()
  return (
    <div className="setting">
      <span className="setting-name">
        <label htmlFor={id}>{say.shared}</label>
        <span id={`${id}-about`} className="form-hint">
          {say.sharedHint}
        </span>
      </span>
      <input id={id} type="checkbox" role="switch" className="switch" aria-describedby={`${id}-about`} checked={shared} onChange={(event) => onChange(event.target.checked)} />
    </div>
  )
}

interface FieldProps {
  label: string
  hint?: string
  isWrong?: boolean
  children(id: string, about: string): ReactNode
}

function Field({ label, hint, isWrong = false, children }: FieldProps) {
  const id = useId()
  return (
    <div className="form-field">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      {children(id, `${id}-about`)}
      {hint !== undefined && (
        <p id={`${id}-about`} className={isWrong ? 'form-problem' : 'form-hint'}>
          {hint}
        </p>
      )}
    </div>
  )
}
