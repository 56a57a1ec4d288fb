import { useWords } from '../words'
import { words } from './words'

/** The page was opened without its key, or with an old one. */
export function KeyProblem({ problem }: { problem: 'missing' | 'refused' }) {
  const say = useWords(words)
  return (
    <div className="blank">
      <h1>{problem === 'missing' ? say.keyMissingTitle : say.keyRefusedTitle}</h1>
      <p>
        {say.keyBefore}
        <code>#token=</code>
        {say.keyAfter}
      </p>
    </div>
  )
}
