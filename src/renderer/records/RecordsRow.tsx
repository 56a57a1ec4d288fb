import { useView } from '../connection'
import { Button, Icon } from '../ui'
import { useWords } from '../words'
import { goToRecords } from './records-view'
import { words } from './words'

/** The way to what agents did elsewhere: on this machine without Crewdeck, and on other instances. */
export function RecordsRow() {
  const say = useWords(words)
  const isShown = useView((view) => view.screen === 'records')
  return (
    <button
      type="button"
      className="row records-row"
      aria-current={isShown ? 'true' : undefined}
      title={say.recordsAbout}
      onClick={goToRecords}
    >
      <Icon name="records" />
      <span className="cut">{say.records}</span>
    </button>
  )
}

/** The same where nothing is open yet: what other programs have left can be read at once. */
export function RecordsButton() {
  const say = useWords(words)
  return (
    <Button kind="plain" icon="records" onClick={() => useView.getState().showRecords()}>
      {say.readHere}
    </Button>
  )
}
