import { mostSharedAtOnce, type SplitMoney } from '@furrow/sdk/escrow'
import type { Address } from 'viem'

/** A step with the account of several payees. */
export type AccountStep = { readonly label: string; readonly call: 'share' | 'shareSome' | 'takeTo' }

/** A wallet's possible steps with an account: anybody shares out, and a payee takes what was kept for them. */
export function stepsOfAccount(
  { money, payees }: { readonly money: SplitMoney; readonly payees: number },
  me: Address,
  say: (units: bigint) => string,
): AccountStep[] {
  const { next, owed, undivided } = money
  const mine = owed.find(({ payee }) => payee.toLowerCase() === me.toLowerCase())
  const steps: AccountStep[] = []
  if (undivided > 0n || owed.length > 0 || next > 0) {
    const what = undivided > 0n ? `Give the payees their parts of ${say(undivided)}` : 'Try once more'
    const times = Math.ceil((payees - next) / mostSharedAtOnce)
    steps.push(
      times > 1
        ? { label: `${what}, in ${times} transactions`, call: 'shareSome' }
        : { label: what, call: 'share' },
    )
  }
  if (mine !== undefined)
    steps.push({ label: `Have your ${say(mine.amount)} sent to another address`, call: 'takeTo' })
  return steps
}
