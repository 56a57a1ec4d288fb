import { useActionKey } from '../actions'
import { notKnown } from '../connection'
import { Button, formatAge, Glyph, Icon, langOf, Strip, useSteadyNow } from '../ui'
import { useWords } from '../words'
import { dismissDelete, requestDeletes, undoBatch, useDeletions } from './deletions'
import type { Deletion } from './deletions.logic'
import { words } from './words'

/** The deletes of this window: those that can be undone, and those that did not work. What was asked for together is one strip. */
export function DeletionStrips() {
  const deletions = useDeletions((state) => state.deletions)
  const groups = Map.groupBy(
    deletions.filter(({ state }) => state !== 'asked'),
    ({ batch, state }) => `${batch} ${state}`
  )
  return [...groups].map(([key, group]) => <DeletionStrip key={key} group={group} />)
}

function DeletionStrip({ group }: { group: readonly Deletion[] }) {
  const say = useWords(words)
  const shortcut = useActionKey('worker.undo-delete')
  const [first] = group
  if (!first) return null
  const { batch, name, refusal } = first
  const lang = group.length === 1 ? langOf(name) : undefined
  if (first.state === 'held') {
    return (
      <Strip
        role="status"
        mark={<Glyph kind="abort" />}
        actions={
          <Button icon="undo" shortcut={shortcut} onClick={() => undoBatch(batch)}>
            {say.undo}
          </Button>
        }
      >
        <b lang={lang}>{group.length === 1 ? say.deletingNow(name) : say.deletingAll(group.length)}</b>{' '}
        <span aria-hidden="true">
          {say.inTime} <Countdown dueAt={first.dueAt} />
        </span>
      </Strip>
    )
  }
  if (first.state === 'unknown') {
    return (
      <Strip role="status" mark={<Icon name="alert" />}>
        <b lang={lang}>{group.length === 1 ? say.maybeDeleted(name) : say.maybeAllDeleted(group.length)}</b> {notKnown().message}
      </Strip>
    )
  }
  return (
    <Strip
      role="alert"
      tone="fail"
      mark={<Glyph kind="error" />}
      actions={
        <>
          <Button icon="retry" onClick={() => requestDeletes(group)}>
            {say.tryAgain}
          </Button>
          <Button onClick={() => dismissDelete(batch)}>{say.close}</Button>
        </>
      }
    >
      <b lang={lang}>{group.length === 1 ? say.notDeleted(name) : say.noneDeleted(group.length)}</b> {refusal?.message} {refusal?.remedy}
    </Strip>
  )
}

/** The seconds that are left until then, by `performance.now()`, rounded up. */
export function Countdown({ dueAt }: { dueAt: number }) {
  const now = useSteadyNow()
  return <time>{formatAge(Math.ceil(Math.max(0, dueAt - now) / 1_000) * 1_000)}</time>
}
