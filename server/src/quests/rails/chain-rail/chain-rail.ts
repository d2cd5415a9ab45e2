import { BadRequestError } from '../../../ground/errors.ts'
import type { Rail } from '../rail.ts'
import { fundQuest } from './fund.ts'
import { planAgain, planDeposit, readPlan } from './plan.ts'
import { readDepositHolds, readTransactions, showDeposits, showPlanned } from './show.ts'

export const chainRail: Rail = {
  plan: planDeposit,
  planAgain,
  readPlan,
  fund: fundQuest,
  async takePayment() {
    throw new BadRequestError(
      'The funds of this quest are on chain: the contract itself shows what it paid.',
      { code: 'paid-on-chain' },
    )
  },
  readHolds: readDepositHolds,
  show: showDeposits,
  readTransactions,
  showNew(planned) {
    if (planned === null) throw new Error('a quest on the chain rail was posted without a plan')
    return showPlanned(planned)
  },
}
