import type { Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { useConfig } from '../service/use-config.ts'
import { nobody, sameAddress } from '../ui/address.ts'
import { Tag } from '../ui/tag.tsx'

/** Somebody's part in this quest. */
export function PartTag({ quest, address }: { quest: Quest; address: string }) {
  const { platformWallet } = useConfig()
  if (sameAddress(address, quest.giver))
    return (
      <Tag tone="soil">
        <Trans>Giver</Trans>
      </Tag>
    )
  if (quest.farmers.some(farmer => sameAddress(farmer.address, address)))
    return (
      <Tag tone="moss">
        <Trans>Farmer</Trans>
      </Tag>
    )
  return sameAddress(address, platformWallet ?? nobody) ? (
    <Tag>
      <Trans>Platform</Trans>
    </Tag>
  ) : null
}
