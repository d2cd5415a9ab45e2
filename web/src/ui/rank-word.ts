import { t } from '@lingui/core/macro'

/** The words for each rank, by the service's name for it. */
const words: Readonly<Record<string, string>> = {
  Seedling: t({ message: 'Seedling', context: 'rank' }),
  Sprout: t({ message: 'Sprout', context: 'rank' }),
  Grower: t({ message: 'Grower', context: 'rank' }),
  Harvester: t({ message: 'Harvester', context: 'rank' }),
  'Master Farmer': t({ message: 'Master Farmer', context: 'rank' }),
}

export function rankWord(rank: string): string {
  return words[rank] ?? rank
}
