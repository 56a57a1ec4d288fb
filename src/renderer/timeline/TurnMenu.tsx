import { useState } from 'react'
import type { Turn } from '../../shared/model'
import { IconButton, Menu, MenuItem, MenuLine } from '../ui'
import { useWords } from '../words'
import { copyReply, copySelection, copyTurn, selectedMarkdown } from './copy-turn'
import { openExport } from './dialogs/export'
import { useTimeline } from './store'
import { words } from './words'

/** What can be done with one turn. */
export function TurnMenu({ turn }: { turn: Turn }) {
  const say = useWords(words)
  const worker = useTimeline((view) => view.worker)
  const [selected, setSelected] = useState(false)
  const look = (): void => setSelected(selectedMarkdown() !== '')
  return (
    <Menu trigger={<IconButton small icon="more" className="turn-more" label={say.turnMenu(turn.number)} onPointerDown={look} onKeyDown={look} />}>
      {selected && (
        <>
          <MenuItem onSelect={() => void copySelection()}>{say.copySelection}</MenuItem>
          <MenuLine />
        </>
      )}
      <MenuItem onSelect={() => void copyTurn(turn)}>{say.copyTurn}</MenuItem>
      <MenuItem disabled={turn.reply === null} onSelect={() => void copyReply(turn)}>
        {say.copyReply}
      </MenuItem>
      <MenuLine />
      <MenuItem onSelect={() => worker && openExport({ ...worker, turn: turn.number })}>{say.export}</MenuItem>
    </Menu>
  )
}
