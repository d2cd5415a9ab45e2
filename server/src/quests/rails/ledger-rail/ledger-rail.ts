import { BadRequestError } from '../../../ground/errors.ts'
import { requirePayable } from '../../../rules/ledger/amounts.ts'
import type { Rail, ShownFunds } from '../rail.ts'
import { takePayment } from './take-payment.ts'

const promised: ShownFunds = { status: 'promised', more: {} }

/** Givers pay by themselves. */
export const ledgerRail: Rail = {
  async plan(_context, { amount, token }, chainId) {
    if (chainId !== null)
      throw new BadRequestError('chainId cannot be given here: no escrow contract takes new quests.')
    requirePayable(amount, token)
    return null
  },
  async planAgain(_context, { amount, token }) {
    requirePayable(amount, token)
    return null
  },
  readPlan: async () => null,
  async fund() {
    throw new BadRequestError('The promise of this quest is kept in the ledger: there is nothing to fund.', {
      code: 'nothing-to-fund',
    })
  },
  takePayment,
  readHolds: async () => new Map(),
  async show(_db, questIds) {
    return new Map(questIds.map(id => [id, promised]))
  },
  showNew: () => promised,
  readTransactions: async () => null,
}
