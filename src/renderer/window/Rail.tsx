import { useRef } from 'react'
import { create } from 'zustand'
import { z } from 'zod'
import { useActionKey, useHandler, useLabel } from '../actions'
import { AttentionMark, AttentionRow } from '../attention/screen/AttentionRow'
import { useConnection, useHost, useProject, useView } from '../connection'
import { readStored, writeStored } from '../connection/stored'
import { ProjectList } from '../project/ProjectList'
import { formatClock, formatHeard, Icon, IconButton, openDialog, useNow } from '../ui'
import { CoordinatorRow } from '../workers/CoordinatorRow'
import { useArrangement } from '../workers/list'
import { RecordsRow } from '../records/RecordsRow'
import { WorkerList } from '../workers/WorkerList'
import { useWords } from '../words'
import { words } from './words'
import './rail.css'

const KEY = 'crewdeck.rail'
const Stored = z.object({ hidden: z.boolean() })
const useRail = create<z.infer<typeof Stored>>(() => readStored(KEY, Stored) ?? { hidden: false })

/** The left side: what needs a human, Projects, who coordinates, workers, and how the host is. */
export function Rail() {
  const say = useWords(words)
  const hidden = useRail((rail) => rail.hidden)
  const scroller = useRef<HTMLDivElement>(null)
  const { grouped } = useArrangement()
  const project = useProject(useView((view) => view.sessionId))
  const toggle = (): void => {
    useRail.setState({ hidden: !hidden })
    writeStored(KEY, { hidden: !hidden })
  }
  useHandler('rail.switch', toggle)
  const searchLabel = useLabel(say.search, 'palette.open')
  const searchKey = useActionKey('palette.open')
  const settingsLabel = useLabel(say.settings, 'settings.open')
  const helpLabel = useLabel(say.actions.howItWorks, 'help.how')
  return (
    <nav className={hidden ? 'rail is-hidden' : 'rail'} aria-label={say.rail}>
      <div className="rail-top">
        {!hidden && <span className="wordmark">Crewdeck</span>}
        <IconButton label={hidden ? say.showList : say.hideList} icon="sidebar" aria-expanded={!hidden} onClick={toggle} />
      </div>
      {hidden ? (
        <IconButton label={searchLabel} icon="search" onClick={() => openDialog('palette')} />
      ) : (
        <button type="button" className="rail-search" onClick={() => openDialog('palette')}>
          <Icon name="search" />
          <span className="cut">{say.search}</span>
          <span className="key">{searchKey}</span>
        </button>
      )}
      {hidden && <AttentionMark />}
      {project && !hidden && (
        <div className="rail-stays">
          <AttentionRow />
        </div>
      )}
      <div className="rail-scroll scrolls" ref={scroller} hidden={hidden}>
        <RecordsRow />
        <ProjectList />
        {project && (
          <>
            {!grouped && <CoordinatorRow project={project} />}
            <WorkerList scroller={scroller} isShown={!hidden} />
          </>
        )}
      </div>
      <div className="rail-foot">
        {!hidden && <Heard />}
        {!hidden && <IconButton className="rail-help" label={helpLabel} icon="help" small onClick={() => openDialog('how-it-works')} />}
        <IconButton label={settingsLabel} icon="sliders" small onClick={() => openDialog('settings')} />
      </div>
    </nav>
  )
}

/** Where the host is and when it was last heard: the proof that this window is true. */
function Heard() {
  const say = useWords(words)
  const mode = useHost((host) => host.info?.mode)
  const { state, heardAt } = useConnection()
  const now = useNow()
  const place = mode === 'served' ? location.host : say.here
  if (state === 'connecting') return <span className="cut">{say.connecting}</span>
  if (state === 'lost') {
    return (
      <span className="cut">
        {say.disconnected}
        {heardAt !== null && (
          <>
            {say.lostSince}
            <time>{formatClock(heardAt, 'second')}</time>
          </>
        )}
      </span>
    )
  }
  return (
    <span className="rail-heard">
      <span className="cut">{place}</span>
      <span>
        {say.heardBefore}
        <time>{formatHeard(now - (heardAt ?? now))}</time>
        {say.heardAfter}
      </span>
    </span>
  )
}
