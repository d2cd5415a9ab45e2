import type { Badge } from '@furrow/sdk'
import { t } from '@lingui/core/macro'

type Words = Pick<Badge, 'title' | 'description'>

const words: Readonly<Record<string, Words>> = {
  'first-quest': { title: t`First Harvest`, description: t`Completed a first quest.` },
  'ten-quests': { title: t`Ten Harvests`, description: t`Completed ten quests.` },
  'five-givers': { title: t`Well Travelled`, description: t`Completed quests of five different givers.` },
  'first-payout': { title: t`Patron`, description: t`Released a first piece of work that counts.` },
  'ten-payouts': { title: t`Benefactor`, description: t`Released ten pieces of work that count.` },
  'season-top-three': {
    title: t`Season Top Three`,
    description: t`Ended a season among its three best farmers.`,
  },
  'genesis-member': { title: t`Genesis Member`, description: t`A member of the community DAO.` },
}

/** A badge in the reader's language; one of a later service says itself. */
export function badgeWords({ id, title, description }: Badge): Words {
  return words[id] ?? { title, description }
}
