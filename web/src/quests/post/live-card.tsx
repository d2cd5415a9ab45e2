import type { NewQuest, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useConfig } from '../../service/use-config.ts'
import { nobody } from '../../ui/address.ts'
import { QuestCard } from '../quest-card.tsx'
import { type Typed, totalOf } from './quest-draft.ts'

type LiveCardProps = { typed: Typed; quest: NewQuest; giver: string | null }

/** The quest as the board will show it, while it is typed. */
export function LiveCard({ typed, quest, giver }: LiveCardProps) {
  const { chain } = useConfig()
  const now = new Date().toISOString()
  const { deadline, requires: _, questions: __, ...terms } = quest
  const shown: Quest = {
    ...terms,
    admission: quest.admission ?? 'open',
    id: 'preview',
    giver: giver ?? nobody,
    title: quest.title || t`No title yet`,
    rewardAmount: Number.isFinite(quest.rewardAmount) ? quest.rewardAmount : 0,
    rewardToken: quest.rewardToken || '…',
    maxFarmers: quest.maxFarmers >= 1 && quest.maxFarmers <= 1_000 ? quest.maxFarmers : 1,
    ...(deadline && !Number.isNaN(Date.parse(deadline)) && { deadline }),
    status: 'open',
    farmers: [],
    createdAt: now,
    updatedAt: now,
    funding: {
      rail: chain ? 'chain' : 'ledger',
      status: chain ? 'unfunded' : 'funded',
      amount: totalOf(typed),
      token: quest.rewardToken || '…',
      released: '0',
      refunded: '0',
    },
  }
  return (
    <section aria-label={t`On the board`} className="grid gap-2">
      <h2 className="text-sm font-semibold text-muted">
        <Trans>On the board</Trans>
      </h2>
      {/* A picture only: nothing in it leads anywhere yet. */}
      <ul inert>
        <QuestCard quest={shown} isPreview />
      </ul>
    </section>
  )
}
