/** The specification of `control_workers`, sentence by sentence. */
import { authority } from './testing/spec1/authority'
import { completion } from './testing/spec1/completion'
import { deletion } from './testing/spec1/deletion'
import { dispatch } from './testing/spec1/dispatch'
import { history } from './testing/spec1/history'
import { timeline } from './testing/spec1/timeline'
import { views } from './testing/spec1/views'
import { conformance } from './testing/suite'

const suite = conformance('S1')
authority(suite)
views(suite)
dispatch(suite)
history(suite)
completion(suite)
deletion(suite)
timeline(suite)
suite.table()
