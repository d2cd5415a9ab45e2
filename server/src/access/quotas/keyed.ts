import { createHmac } from 'node:crypto'
import { type Address, toAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'

/** A keyed digest to count by, for other things than wallets, so that the database reveals nothing about them. */
export function keyedAddress({ secrets }: Pick<Context, 'secrets'>, of: string): Address {
  const digest = createHmac('sha256', secrets.signing[0]).update(`furrow ${of}`).digest('hex')
  return toAddress(`0x${digest.slice(0, 40)}`)
}
