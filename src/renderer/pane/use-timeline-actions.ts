import { useHandler } from '../actions'
import { copySelection, copyTurn, selectedMarkdown } from '../timeline/copy-turn'
import { openExport } from '../timeline/dialogs/export'
import { foldAll, useFolds } from '../timeline/kept-view'
import { useTimeline } from '../timeline/store'
import { openDialog } from '../ui'

/** Does what can be done with the timeline of a worker while its pane is on the screen. */
export function useTimelineActions(sessionId: string, workerId: string): void {
  const { all } = useFolds(workerId)
  const hasTurns = useTimeline((view) => view.shown.length > 0)
  useHandler('timeline.go-to', () => openDialog('go-to'), hasTurns)
  useHandler('timeline.fold-all', () => foldAll(workerId, !all), hasTurns)
  useHandler('timeline.export', () => openExport({ sessionId, workerId, turn: useTimeline.getState().current }))
  useHandler('timeline.copy', copy, hasTurns)
}

/** What is selected, else the turn that the keys act on, else the newest one. */
function copy(): void {
  if (selectedMarkdown() !== '') return void copySelection()
  const { shown, current } = useTimeline.getState()
  const turn = shown.find(({ number }) => number === current) ?? shown.at(-1)
  if (turn) void copyTurn(turn)
}
