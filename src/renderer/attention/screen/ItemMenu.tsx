import type { QueueItem } from '../../../shared/attention'
import { IconButton, Menu, MenuGroup, MenuItem, MenuLine } from '../../ui'
import { useWords } from '../../words'
import { tomorrow } from '../counts.logic'
import { markRead, setMuted, snooze, useMuted } from '../marks'
import { words } from '../words'

const MINUTE = 60_000

/** What can be done about an item besides looking at it. */
export function ItemMenu({ item }: { item: QueueItem }) {
  const say = useWords(words)
  const { workerId, key, name } = item
  const isMuted = useMuted(workerId)
  const putOff = (until: number): void => snooze(workerId, key, until)
  return (
    <Menu trigger={<IconButton label={say.menuOf(name)} icon="more" small />}>
      {(item.rank === 'failed' || item.rank === 'unread') && (
        <>
          <MenuItem onSelect={() => markRead(workerId)}>{say.markRead}</MenuItem>
          <MenuLine />
        </>
      )}
      <MenuGroup label={say.putOff}>
        <MenuItem onSelect={() => putOff(Date.now() + 15 * MINUTE)}>{say.snooze.quarter}</MenuItem>
        <MenuItem onSelect={() => putOff(Date.now() + 60 * MINUTE)}>{say.snooze.hour}</MenuItem>
        <MenuItem onSelect={() => putOff(tomorrow(Date.now()))}>{say.snooze.tomorrow}</MenuItem>
      </MenuGroup>
      <MenuLine />
      <MenuItem onSelect={() => setMuted(workerId, !isMuted)}>
        <span>
          {isMuted ? say.unmute : say.mute}
          {!isMuted && <span className="menu-note">{say.muteNote}</span>}
        </span>
      </MenuItem>
    </Menu>
  )
}
