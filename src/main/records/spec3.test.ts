/** The specification of worker records, sentence by sentence, over HTTP. */
import { access } from './testing/spec3/access'
import { entries } from './testing/spec3/entries'
import { errors } from './testing/spec3/errors'
import { example } from './testing/spec3/example'
import { paging } from './testing/spec3/paging'
import { sensitive } from './testing/spec3/sensitive'
import { status } from './testing/spec3/status'
import { conformance } from './testing/suite'

const suite = conformance()
access(suite)
status(suite)
paging(suite)
entries(suite)
sensitive(suite)
errors(suite)
example(suite)
suite.table()
