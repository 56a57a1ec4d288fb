import { Tabs } from '@base-ui/react/tabs'
import { useWords } from '../words'
import { words } from './words'

/** The tab of a worker's whole record, beside that of its timeline. */
export function TranscriptTab() {
  const say = useWords(words)
  return (
    <Tabs.Tab className="tab" value="transcript">
      {say.transcript}
    </Tabs.Tab>
  )
}
