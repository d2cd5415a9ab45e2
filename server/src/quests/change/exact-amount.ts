import { decimalsOf, toUnits } from '@furrow/sdk/amount'
import { BadRequestError } from '../../ground/errors.ts'
import { fromLedger, toLedger } from '../../rules/ledger/amounts.ts'

/** An amount that somebody promises beside a quest's own reward, as exact digits. @throws BadRequestError */
export function readExactAmount(amount: string, token: string): string {
  const known = decimalsOf(token)
  if (toUnits(amount, known) === null)
    throw new BadRequestError(`amount must have at most ${known} decimals, as ${token} has.`, {
      code: 'amount-not-exact',
    })
  const units = toLedger(amount)
  if (units === 0n) throw new BadRequestError('amount must be more than 0.', { code: 'amount-not-exact' })
  return fromLedger(units)
}
