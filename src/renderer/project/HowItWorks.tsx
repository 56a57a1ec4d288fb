import { useActionKey } from '../actions'
import { closeDialog, Dialog, Glyph, Icon, useDialogs } from '../ui'
import { useWords } from '../words'
import { startDemo, useDemo } from './demo'
import { helpWords } from './words'
import './project.css'

/** What an operator does, in a few sentences. */
export function HowItWorks() {
  const say = useWords(helpWords)
  const open = useDialogs(({ stack }) => stack.at(-1) === 'how-it-works')
  return (
    <Dialog open={open} onClose={closeDialog} title={say.title} description={say.about} size="wide">
      {open && <Parts />}
    </Dialog>
  )
}

function Parts() {
  const say = useWords(helpWords)
  const doing = useDemo((state) => state.doing)
  const [stop, next, compose] = [useActionKey('turn.stop'), useActionKey('ask.next'), useActionKey('composer.focus')]
  return (
    <section className="how">
      <dl>
        <dt>
          <Icon name="steer" />
          {say.steer}
        </dt>
        <dd>{say.steerAbout}</dd>
        <dt>
          <Icon name="queue" />
          {say.queue}
        </dt>
        <dd>{say.queueAbout}</dd>
        <dt>
          <Icon name="stop" />
          {say.stop} {stop && <span className="key">{stop}</span>}
        </dt>
        <dd>{say.stopAbout}</dd>
        <dt>
          <Glyph kind="wait" />
          {say.answer} {next && <span className="key">{next}</span>}
        </dt>
        <dd>{say.answerAbout}</dd>
        <dt>
          <Glyph kind="busy" />
          {say.status}
        </dt>
        <dd>{say.statusAbout}</dd>
        <dt>
          <Icon name="edit" />
          {say.message} {compose && <span className="key">{compose}</span>}
        </dt>
        <dd>{say.messageAbout}</dd>
      </dl>
      <p className="how-demo">
        {say.tryIt}{' '}
        <button
          type="button"
          className="link"
          aria-disabled={doing !== null}
          onClick={() => {
            closeDialog()
            void startDemo()
          }}
        >
          {say.startDemo}
        </button>
      </p>
    </section>
  )
}
