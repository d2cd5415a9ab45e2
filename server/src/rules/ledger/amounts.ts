import { amountOf, decimalsOf, fromUnits, maxDigits, toUnits } from '@furrow/sdk/amount'
import { BadRequestError } from '../../ground/errors.ts'

/** The ledger counts every token in units of 10^-18, which is finer than any of them. */
const decimals = 18

export function toLedger(amount: string): bigint {
  const units = toUnits(amount, decimals)
  if (units === null) throw new RangeError(`${amount} is finer than the ledger`)
  return units
}

export function fromLedger(units: bigint): string {
  return fromUnits(units, decimals)
}

/** @throws BadRequestError for a reward that JSON does not carry exactly. */
export function exactAmount(rewardAmount: number): string {
  const amount = amountOf(rewardAmount)
  if (amount === null)
    throw new BadRequestError(
      `rewardAmount must have at most ${maxDigits} significant digits, and as many before the point.`,
      { code: 'amount-not-exact' },
    )
  return amount
}

/** A promise is no finer than the token, where its decimals are known. @throws BadRequestError */
export function requirePayable(amount: string, token: string): void {
  const known = decimalsOf(token)
  if (toUnits(amount, known) === null)
    throw new BadRequestError(`rewardAmount must have at most ${known} decimals, as ${token} has.`, {
      code: 'amount-not-exact',
    })
}
