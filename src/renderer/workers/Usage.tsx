import type { Usage } from '../../shared/model'
import { Setting } from '../settings/Setting'
import { formatCost, formatCount } from '../ui'
import { useWords } from '../words'
import { runnerWords } from './words'

/** What all turns of a worker, or of a Project, have used; as far as engines tell, which not all do. */
export function UsageSetting({ usage }: { usage: Usage | null }) {
  const say = useWords(runnerWords)
  return (
    <Setting label={say.used}>
      {() => (
        <span className="setting-fact num">
          {usage === null ? say.nothingUsed : say.usage(formatCount(usage.inputTokens), formatCount(usage.outputTokens))}
          {usage !== null && usage.cost !== null && ` · ${formatCost(usage.cost)}`}
        </span>
      )}
    </Setting>
  )
}
