import { t } from '@lingui/core/macro'

/** What a rank is called, by how the service names it. */
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
