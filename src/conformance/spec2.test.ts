/** The specification of `send_message`, `interrupt_agent` and `list_agents`, sentence by sentence. */
import { delivery } from './testing/spec2/delivery'
import { interruption } from './testing/spec2/interruption'
import { listing } from './testing/spec2/listing'
import { offer } from './testing/spec2/offer'
import { settlement } from './testing/spec2/settlement'
import { conformance } from './testing/suite'

const suite = conformance('S2')
offer(suite)
delivery(suite)
interruption(suite)
listing(suite)
settlement(suite)
suite.table()
