import type { RefusalView } from '../connection'
import { Button } from '../ui'
import { useWords } from '../words'
import { words } from './words'

interface FormEndProps {
  /** What the last attempt was refused with. */
  refusal: RefusalView | null
  action: string
  disabled: boolean
  onCancel(): void
}

/** The last line of a form: what was wrong, and the two ways on. */
export function FormEnd({ refusal, action, disabled, onCancel }: FormEndProps) {
  const say = useWords(words)
  return (
    <div className="form-end">
      <p className="form-problem" role="status">
        {refusal && `${refusal.message} ${refusal.remedy}`}
      </p>
      <span className="is-last" />
      <Button onClick={onCancel}>{say.cancel}</Button>
      <Button kind="main" type="submit" disabled={disabled}>
        {action}
      </Button>
    </div>
  )
}
