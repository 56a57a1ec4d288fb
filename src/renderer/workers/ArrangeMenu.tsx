import { useProjects } from '../connection'
import { useAgents } from '../settings/agents'
import { IconButton, Menu, MenuChoice, MenuGroup, MenuLine, MenuSwitch } from '../ui'
import { useWords } from '../words'
import { allWorkers, arrange, switchEngine, switchStatus, useArrangement, useListView } from './list'
import { engineOf, SORTS, STATUS_FILTERS } from './wish.logic'
import { listWords } from './list-words'

/** How the list is sorted, whose workers it holds, and what it is cut down to. */
export function ArrangeMenu() {
  const say = useWords(listWords)
  const { sort, grouped } = useArrangement()
  const { statuses, engines } = useListView()
  const hasProjects = useProjects((state) => (state.projects?.length ?? 0) > 1)
  const isCut = statuses.length > 0 || engines.length > 0
  return (
    <Menu trigger={<IconButton label={isCut ? say.filtered : say.arrange} icon="filter" small className={isCut ? 'is-on' : ''} />}>
      <MenuChoice label={say.sortBy} value={sort} options={SORTS.map((value) => ({ value, label: say.sort[value] }))} onChoose={(next) => arrange({ sort: next })} />
      {(hasProjects || grouped) && (
        <>
          <MenuLine />
          <MenuSwitch label={say.allProjects} on={grouped} onChange={(on) => arrange({ grouped: on })} />
        </>
      )}
      <MenuLine />
      <MenuGroup label={say.status}>
        {STATUS_FILTERS.map((status) => (
          <MenuSwitch key={status} stays label={say.statuses[status]} on={statuses.includes(status)} onChange={() => switchStatus(status)} />
        ))}
      </MenuGroup>
      <MenuLine />
      <MenuGroup label={say.engine}>
        <Engines chosen={engines} />
      </MenuGroup>
    </Menu>
  )
}

/** Those that run a worker now, and those that are filtered by. Read when the menu opens. */
function Engines({ chosen }: { chosen: readonly string[] }) {
  const { agents } = useAgents()
  const engines = new Set([...allWorkers().map(engineOf), ...chosen])
  const labelOf = (engine: string): string => agents?.find(({ id }) => id === engine)?.label ?? engine
  return [...engines]
    .toSorted()
    .map((engine) => <MenuSwitch key={engine} stays label={labelOf(engine)} on={chosen.includes(engine)} onChange={() => switchEngine(engine)} />)
}
