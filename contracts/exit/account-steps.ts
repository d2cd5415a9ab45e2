import { mostSharedAtOnce, type SplitMoney } from '@furrow/sdk/escrow'
import type { Address } from 'viem'

/** A step with the account of several payees; `count` payees at most, and the next step goes on behind them. */
export type AccountStep = {
  readonly label: string
  readonly call: 'share' | 'shareSome' | 'takeTo'
  readonly count?: number
}

/** A wallet's possible steps with an account: anybody shares out, and a payee takes what was kept for them. */
export function stepsOfAccount(
  { money, payees }: { readonly money: SplitMoney; readonly payees: number },
  me: Address,
  say: (units: bigint) => string,
): AccountStep[] {
  const { owed, undivided } = money
  const mine = owed.find(({ payee }) => payee.toLowerCase() === me.toLowerCase())
  const steps: AccountStep[] = []
  if (undivided > 0n || owed.length > 0) {
    const what = undivided > 0n ? `Give the payees their parts of ${say(undivided)}` : 'Try once more'
    steps.push({ label: what, call: 'share' })
    if (payees > mostSharedAtOnce)
      steps.push({
        label: `${what}, to the next ${mostSharedAtOnce} payees`,
        call: 'shareSome',
        count: mostSharedAtOnce,
      })
  }
  if (mine !== undefined)
    steps.push({ label: `Have your ${say(mine.amount)} sent to another address`, call: 'takeTo' })
  return steps
}
