import { Icon } from '../ui'
import { useLanguage } from '../words'
import { factsOf, type LogFacts } from './facts.logic'
import type { About } from './held.logic'

/** What is missing from a record or was left out of it, each in its own words. Nothing where nothing is. */
export function Facts({ about, log }: { about: About | null; log: LogFacts | null }) {
  // Drawn again in the other language.
  useLanguage()
  const facts = factsOf(about, log)
  if (!facts.some(({ isNews }) => isNews)) return null
  return (
    <ul className="transcript-facts">
      {facts.map(({ text, title, isWrong }) => (
        <li key={text} className={isWrong ? 'is-wrong' : undefined} title={title}>
          {isWrong && <Icon name="alert" />}
          {text}
        </li>
      ))}
    </ul>
  )
}
