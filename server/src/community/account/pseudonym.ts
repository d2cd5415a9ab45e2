import { randomBytes } from 'node:crypto'
import { leftPrefix } from '@furrow/sdk/contract'
import { type Address, toAddress } from '../../ground/address.ts'

/** A name for somebody who left: it reveals nothing, and is a new one each time. */
export function createPseudonym(): Address {
  return toAddress(`${leftPrefix}${randomBytes(10).toString('hex')}`)
}
