import { randomBytes } from 'node:crypto'
import { leftPrefix } from '@furrow/sdk/contract'
import { type Address, toAddress } from '../../ground/address.ts'

/** What somebody is called who leaves: it says nothing of him, and is another one each time that he does. */
export function createPseudonym(): Address {
  return toAddress(`${leftPrefix}${randomBytes(10).toString('hex')}`)
}
