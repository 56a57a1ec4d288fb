/** What the handlers of each group of calls are made with: typed by the contract, told which connection asks. */
import { implement } from '@orpc/server'
import { contract } from '../../shared/contract'

export interface ConnectionContext {
  readonly connectionId: string
  readonly [key: string]: unknown
}

export const os = implement(contract).$context<ConnectionContext>()
