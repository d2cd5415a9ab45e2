import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Amount, plainAmount } from '../ui/amount.tsx'
import { type Custody, custodyOf } from './way/custody.ts'
import { CustodyMark } from './way/way-mark.tsx'

/** The custody of the amount, in words. */
const words: Readonly<Record<Custody, string>> = {
  empty: t`not paid in yet`,
  promised: t({ message: 'promised', comment: 'The reward of a quest' }),
  held: t`held by the contract`,
  paid: t({ message: 'paid', comment: 'The reward of a quest' }),
  back: t({ message: 'given back', comment: 'The reward of a quest' }),
}

/** The reward of each farmer, with the mark of where that money is now. */
export function QuestReward({ quest }: { quest: Quest }) {
  const custody = custodyOf(quest)
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-lg leading-6" title={words[custody]}>
      <CustodyMark custody={custody} />
      <Amount amount={plainAmount(quest.rewardAmount)} token={quest.rewardToken} />
      <span className="sr-only">, {words[custody]}</span>
    </span>
  )
}
