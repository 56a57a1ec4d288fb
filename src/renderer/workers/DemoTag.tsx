import { useWords } from '../words'
import { demoWords } from './words'
import './begin.css'

/** Says that what stands beside it is answered by a script. */
export function DemoTag() {
  const say = useWords(demoWords)
  return (
    <span className="demo-tag" title={say.about}>
      {say.tag}
    </span>
  )
}
