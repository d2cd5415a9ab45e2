import type { Quest } from '@furrow/sdk'
import { useConfig } from '../service/use-config.ts'
import { nobody, sameAddress } from '../ui/address.ts'
import { Tag } from '../ui/tag.tsx'

/** What somebody is in this quest. */
export function PartTag({ quest, address }: { quest: Quest; address: string }) {
  const { platformWallet } = useConfig()
  if (sameAddress(address, quest.giver)) return <Tag tone="soil">Giver</Tag>
  if (quest.farmers.some(farmer => sameAddress(farmer.address, address))) return <Tag tone="moss">Farmer</Tag>
  return sameAddress(address, platformWallet ?? nobody) ? <Tag>Platform</Tag> : null
}
