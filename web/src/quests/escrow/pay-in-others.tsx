import type { Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../auth/session.tsx'
import { furrow } from '../../service/furrow.ts'
import { sameAddress } from '../../ui/address.ts'
import { Amount } from '../../ui/amount.tsx'

type PayInOthersProps = {
  quest: Quest
  chosen: readonly Quest[]
  onChange: (chosen: readonly Quest[]) => void
}

/** Other quests of the giver that wait for their money in the same token: one transaction can pay in for all of them. */
export function PayInOthers({ quest, chosen, onChange }: PayInOthersProps) {
  const { address } = useSession()
  const isAble = (quest.funding.contractVersion ?? 1) > 1
  const { data = [] } = useQuery({
    queryKey: ['quests', 'unfunded', address],
    queryFn: async () =>
      (await furrow.quests.list({ giver: address ?? '', status: 'open', limit: '100' })).items,
    enabled: isAble && address !== null,
  })
  const others = data.filter(other => isTogether(quest, other))
  if (!isAble || others.length === 0) return null
  return (
    <details className="text-sm">
      <summary>
        <Trans>Pay in for your other quests with it</Trans>
      </summary>
      <ul className="grid gap-2 pt-2">
        {others.map(other => (
          <li key={other.id}>
            <label className="flex items-start gap-2">
              <input
                type="checkbox"
                className="mt-0.5 size-5 accent-moss"
                checked={chosen.some(({ id }) => id === other.id)}
                onChange={({ target }) => {
                  const rest = chosen.filter(({ id }) => id !== other.id)
                  onChange(target.checked ? [...rest, other] : rest)
                }}
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {other.title}: <Amount amount={other.funding.amount} token={other.funding.token} />
              </span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}

function isTogether({ id, funding }: Quest, other: Quest): boolean {
  const { funding: its } = other
  return (
    other.id !== id &&
    its.status === 'unfunded' &&
    !its.problem &&
    its.chainId === funding.chainId &&
    sameAddress(its.escrow, funding.escrow) &&
    sameAddress(its.tokenAddress, funding.tokenAddress)
  )
}
