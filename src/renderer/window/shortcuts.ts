/** What can be done anywhere in the window. What only one view can do is declared here too, and done by that view. */
import { registerActions, type Action } from '../actions'
import { openRights } from '../approvals/rights'
import { ATTENTION_ACTIONS } from '../attention/screen/actions'
import { goToPlace } from '../attention/screen/next'
import { findWorker, saveSettings, useProjects, useSettings, useView } from '../connection'
import { openFind } from '../find/store'
import { openProjectSettings, switchPause } from '../project/conduct'
import { startDemo } from '../project/demo'
import { openFolder } from '../project/open-folder'
import { goToRecords } from '../records/records-view'
import { copyText } from '../text/copy'
import { openSettings } from '../settings/sections'
import { openDialog, showTrouble } from '../ui'
import { lastHeldAt, requestDelete, undoLastDelete } from '../workers/deletions'
import { LIST_ACTIONS } from '../workers/actions'
import { listNow, shownWorkers } from '../workers/list'
import { useLanguage } from '../words'
import { words } from './words'

/** Registers them and answers the native menu; returns the disposer. */
export function startActions(): () => void {
  const unregister = registerActions([...ATTENTION_ACTIONS, ...CREW, ...LIST_ACTIONS, ...WORKER, ...TIMELINE, ...COMPOSER, ...FIND, ...PROJECT, ...WINDOW])
  const noteEdit = (): void => {
    editedAt = performance.now()
  }
  addEventListener('input', noteEdit, true)
  const stopMenu = window.crewdeck?.onCommand((command) => {
    if (typeof command === 'object') goToPlace(command.show)
    else if (command === 'open-folder') void openFolder()
    else if (command === 'how-it-works') openDialog('how-it-works')
    else void startDemo()
  })
  return () => {
    unregister()
    removeEventListener('input', noteEdit, true)
    stopMenu?.()
  }
}

/** When text was last edited, in ms by `performance.now()`: undoing takes back what was done last. */
let editedAt = 0

const hasProject = (): boolean => useView.getState().sessionId !== null
const hasCrew = (): boolean => shownWorkers().length > 0
const hasProjects = (): boolean => (useProjects.getState().projects?.length ?? 0) > 1
const name = (key: keyof ReturnType<typeof words>['actions']) => () => words().actions[key]

const CREW: readonly Action[] = [
  { id: 'worker.new', group: 'crew', name: name('newWorker'), keys: { desktop: 'Mod+N', browser: 'Alt+N' }, can: hasProject, run: () => openDialog('new-worker') },
  { id: 'worker.next', group: 'crew', name: name('nextWorker'), keys: 'Alt+ArrowDown', repeats: true, can: hasProject, run: () => step(1) },
  { id: 'worker.previous', group: 'crew', name: name('previousWorker'), keys: 'Alt+ArrowUp', repeats: true, can: hasProject, run: () => step(-1) },
  { id: 'worker.jump', group: 'crew', name: name('jump'), keys: { desktop: 'Mod+1..9', browser: 'Alt+1..9' }, can: hasCrew, run: (digit) => jump(digit - 1) },
  { id: 'coordinator.show', group: 'crew', name: name('coordinator'), keys: 'Alt+0', can: hasProject, run: showCoordinator },
  {
    id: 'worker.undo-delete',
    group: 'crew',
    name: name('undoDelete'),
    keys: 'Mod+Z',
    can: () => lastHeldAt() !== null,
    // Undo in a field is that of its text, unless the delete is newer than what was typed.
    whileTyping: () => (lastHeldAt() ?? 0) >= editedAt,
    run: undoLastDelete
  }
]

const WORKER: readonly Action[] = [
  { id: 'turn.stop', needsHost: true, group: 'worker', name: name('stop'), keys: 'Mod+.' },
  { id: 'worker.continue', needsHost: true, group: 'worker', name: name('continue'), keys: 'Alt+Enter' },
  { id: 'worker.delete', needsHost: true, group: 'worker', name: name('delete'), keys: 'Mod+Backspace', whileTyping: () => false, can: () => shownMember() !== null, run: deleteShown },
  { id: 'worker.rights', group: 'worker', name: name('rights'), keys: 'Alt+Shift+P', can: () => findWorker(shownId()) !== null, run: showRights },
  { id: 'worker.clear', needsHost: true, group: 'worker', name: name('clear') },
  { id: 'worker.copy-id', group: 'worker', name: name('copyId'), can: () => shownId() !== null, run: copyId },
  { id: 'tab.timeline', group: 'worker', name: name('timeline'), keys: { desktop: ['T', 'Alt+1'], browser: 'T' } },
  { id: 'tab.transcript', group: 'worker', name: name('transcript'), keys: { desktop: ['R', 'Alt+2'], browser: 'R' } },
  { id: 'tab.artifacts', group: 'worker', name: name('artifacts'), keys: { desktop: ['F', 'Alt+3'], browser: 'F' } },
  { id: 'tab.notes', group: 'worker', name: name('notes'), keys: { desktop: ['N', 'Alt+4'], browser: 'N' } }
]

const TIMELINE: readonly Action[] = [
  { id: 'timeline.next', group: 'timeline', name: name('nextTurn'), keys: 'J', repeats: true },
  { id: 'timeline.previous', group: 'timeline', name: name('previousTurn'), keys: 'K', repeats: true },
  { id: 'timeline.earlier', group: 'timeline', name: name('earlier'), keys: 'E' },
  { id: 'timeline.newest', group: 'timeline', name: name('newest'), keys: 'G' },
  { id: 'timeline.fold', group: 'timeline', name: name('fold'), keys: 'O' },
  { id: 'timeline.fold-all', group: 'timeline', name: name('foldAll'), keys: 'Shift+O' },
  { id: 'timeline.go-to', group: 'timeline', name: name('goTo'), keys: 'Shift+G' },
  { id: 'timeline.copy', group: 'timeline', name: name('copyTurn'), keys: 'C' },
  { id: 'timeline.export', group: 'timeline', name: name('export'), keys: 'Shift+E' }
]

const COMPOSER: readonly Action[] = [
  { id: 'composer.focus', group: 'composer', name: name('compose'), keys: { desktop: 'Mod+L', browser: 'Alt+L' } },
  { id: 'composer.delivery', group: 'composer', name: name('delivery'), keys: 'Alt+Q' },
  { id: 'composer.attach', group: 'composer', name: name('attach'), keys: 'Alt+A' },
  { id: 'composer.several', group: 'composer', name: name('several'), keys: 'Alt+M' }
]

const FIND: readonly Action[] = [
  { id: 'palette.open', group: 'find', name: name('palette'), keys: 'Mod+K', run: () => openDialog('palette') },
  { id: 'find.everywhere', group: 'find', name: name('findEverywhere'), keys: 'Mod+Shift+F', run: () => openFind() },
  { id: 'find.here', group: 'find', name: name('findHere'), keys: 'Mod+F' },
  { id: 'find.older', group: 'find', name: name('olderMatch'), keys: 'Mod+G', repeats: true },
  { id: 'find.newer', group: 'find', name: name('newerMatch'), keys: 'Mod+Shift+G', repeats: true }
]

const PROJECT: readonly Action[] = [
  { id: 'project.open', group: 'project', name: name('openFolder'), keys: 'Mod+O', run: () => void openFolder() },
  { id: 'project.next', group: 'project', name: name('nextProject'), keys: 'Alt+Shift+ArrowDown', can: hasProjects, run: () => stepProject(1) },
  { id: 'project.previous', group: 'project', name: name('previousProject'), keys: 'Alt+Shift+ArrowUp', can: hasProjects, run: () => stepProject(-1) },
  { id: 'project.pause', needsHost: true, group: 'project', name: name('pause'), keys: 'Mod+Shift+.', can: hasProject, run: () => switchPause(useView.getState().sessionId) },
  { id: 'project.settings', group: 'project', name: name('projectSettings'), keys: 'Mod+Shift+,', can: hasProject, run: showProjectSettings }
]

const WINDOW: readonly Action[] = [
  { id: 'help.open', group: 'window', name: name('help'), keys: ['?', 'Mod+/'], run: () => openDialog('help') },
  { id: 'settings.open', group: 'window', name: name('settings'), keys: 'Mod+,', run: () => openSettings() },
  { id: 'settings.keyboard', group: 'window', name: name('keySettings'), run: () => openSettings('keyboard') },
  { id: 'settings.models', group: 'window', name: name('modelSettings'), run: () => openSettings('models') },
  { id: 'settings.agents', group: 'window', name: name('agentSettings'), run: () => openSettings('agents') },
  { id: 'theme.switch', group: 'window', name: name('theme'), keys: 'Alt+Shift+T', run: switchTheme },
  { id: 'language.switch', group: 'window', name: name('language'), keys: 'Alt+Shift+Z', run: switchLanguage },
  { id: 'help.how', group: 'window', name: name('howItWorks'), keys: 'Alt+Shift+H', run: () => openDialog('how-it-works') },
  { id: 'demo.start', group: 'window', name: name('demo'), keys: 'Alt+Shift+D', run: () => void startDemo() },
  { id: 'records.show', group: 'window', name: name('records'), keys: 'Alt+Shift+L', run: goToRecords },
  { id: 'rail.switch', group: 'window', name: name('rail'), keys: 'Mod+B' }
]

/** Goes to the next or previous row, in one Project the Coordinator's first; stops at the ends. */
function step(by: 1 | -1): void {
  const { sessionId, workerId, select } = useView.getState()
  if (sessionId === null) return
  const listed = listNow().rows.filter(({ kind }) => kind === 'worker' || kind === 'coordinator')
  const rows = listed.some(({ kind }) => kind === 'coordinator') ? listed : [{ sessionId, key: sessionId }, ...listed]
  const at = workerId === null ? 0 : rows.findIndex((row) => row.key === workerId)
  const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)]
  if (next) select(next.sessionId, next.key)
}

function jump(index: number): boolean {
  const row = shownWorkers()[index]
  if (!row) return false
  useView.getState().select(row.sessionId, row.key)
  return true
}

function showCoordinator(): void {
  const { sessionId, select } = useView.getState()
  select(sessionId, sessionId)
}

function shownId(): string | null {
  const { screen, workerId } = useView.getState()
  return screen === 'crew' ? workerId : null
}

/** The worker on the screen, which is not the Coordinator. */
function shownMember() {
  const worker = findWorker(shownId())
  return worker && worker.workerId !== useView.getState().sessionId ? worker : null
}

function deleteShown(): void {
  const { sessionId } = useView.getState()
  const worker = shownMember()
  if (worker && sessionId !== null) requestDelete(sessionId, worker.workerId, worker.name)
}

function showRights(): void {
  const { sessionId } = useView.getState()
  const id = shownId()
  if (id !== null && sessionId !== null) openRights(sessionId, id)
}

function copyId(): void {
  const id = shownId()
  if (id !== null) void copyText(id)
}

function stepProject(by: 1 | -1): void {
  const projects = useProjects.getState().projects ?? []
  const { sessionId, select } = useView.getState()
  const at = projects.findIndex((project) => project.sessionId === sessionId)
  const next = projects[(at + by + projects.length) % projects.length]
  if (next) select(next.sessionId)
}

function showProjectSettings(): void {
  const { sessionId } = useView.getState()
  if (sessionId !== null) openProjectSettings(sessionId)
}

/** To the side that is not on the screen now. */
function switchTheme(): void {
  const { theme } = useSettings.getState().settings
  const isDark = theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  saveSettings({ theme: isDark ? 'light' : 'dark' }).catch((error: unknown) => showTrouble(words().notSaved, error))
}

function switchLanguage(): void {
  const language = useLanguage.getState().language === 'en' ? 'zh' : 'en'
  saveSettings({ language }).catch((error: unknown) => showTrouble(words().notSaved, error))
}
