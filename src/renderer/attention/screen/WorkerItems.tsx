import type { WorkerView } from '../../../shared/model'
import { useActionKey } from '../../actions'
import { MenuItem, MenuSwitch } from '../../ui'
import { useWords } from '../../words'
import { setMuted, useMuted } from '../marks'
import { useUnread } from '../queue'
import { words } from '../words'
import { switchRead } from './actions'

/** For the menu of the worker on the screen: whether it was read, and whether it may ask for attention. */
export function AttentionItems({ worker }: { worker: WorkerView }) {
  const say = useWords(words)
  const readKey = useActionKey('attention.read')
  const isUnread = useUnread(worker.workerId)
  const isMuted = useMuted(worker.workerId)
  const hasEnded = worker.turnCount > (worker.turn === null ? 0 : 1)
  return (
    <>
      <MenuItem disabled={!hasEnded} shortcut={readKey} onSelect={switchRead}>
        {isUnread ? say.markRead : say.markUnread}
      </MenuItem>
      <MenuSwitch label={say.mutedWorker} note={say.muteNote} on={isMuted} onChange={(on) => setMuted(worker.workerId, on)} />
    </>
  )
}
