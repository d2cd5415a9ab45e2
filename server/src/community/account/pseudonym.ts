import { randomBytes } from 'node:crypto'
import { leftPrefix } from '@furrow/sdk/contract'
import { type Address, toAddress } from '../../ground/address.ts'

export function createPseudonym(): Address {
  return toAddress(`${leftPrefix}${randomBytes(10).toString('hex')}`)
}
