import { langOf } from '../ui'
import { fromHost, useWords } from '../words'
import { words } from './words'

/** What else there is to know of a turn: something that was declined, or that its agent should not have done. */
export function Remarks({ remarks }: { remarks: readonly string[] }) {
  const say = useWords(words)
  return remarks.map((remark, index) => (
    <div key={index} className="line remark">
      <div className="who">
        <b className="cut">{say.remark}</b>
      </div>
      <p className="text" dir="auto" lang={langOf(fromHost(remark))}>
        {fromHost(remark)}
      </p>
    </div>
  ))
}
