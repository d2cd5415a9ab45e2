import type { Backer, Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { AddressLink } from '../../../service/address-link.tsx'
import { often } from '../../../service/often.ts'
import { Amount } from '../../../ui/amount.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { waitsForPayment } from '../../next-of-giver.ts'
import { questQuery } from '../../quest-query.ts'
import { workToObject } from './may-add.ts'
import { ObjectDialog } from './object-dialog.tsx'

/** What the reader adds themselves: what they owe for it, and work to which they can object. */
export function OwnPart({ quest, backer }: { quest: Quest; backer: Backer }) {
  const { amount, questId, state } = backer
  const { data: part } = useQuery({
    ...questQuery(questId),
    refetchInterval: () => often(15_000, 5),
  })
  if (part === undefined) return null
  const owed = part.farmers.filter(place => waitsForPayment(part, place))
  const objected = part.farmers.filter(({ status }) => status === 'disputed')
  return (
    <div className="grid gap-3 rounded-xl border border-line p-4 text-sm">
      <p>
        <Trans>
          You add <Amount amount={amount} token={quest.rewardToken} /> to each place.
        </Trans>{' '}
        {state === 'given-back' && <Trans>Nobody earned it, so you owe nothing.</Trans>}
      </p>
      {objected.map(({ address }) => (
        <p key={address}>
          <Trans>
            You object to paying for the work of <AddressLink address={address} />.
          </Trans>
        </p>
      ))}
      {workToObject(quest, backer.address, part).map(({ address }) => (
        <div key={address} className="grid justify-items-start gap-2">
          <p>
            <Trans>
              The work of <AddressLink address={address} /> is not decided yet. Say nothing, and your part
              follows the giver’s decision.
            </Trans>
          </p>
          <ObjectDialog id={quest.id} farmer={address} />
        </div>
      ))}
      {owed.map(({ address, paid }) => (
        <p key={address}>
          <Trans>
            You owe <Amount amount={paid ?? '0'} token={quest.rewardToken} /> to{' '}
            <AddressLink address={address} />.
          </Trans>
        </p>
      ))}
      {part.farmers.length > 0 && (
        <div>
          <LinkButton
            to="/quests/$id"
            params={{ id: questId }}
            variant={owed.length > 0 ? 'primary' : 'plain'}
          >
            {owed.length > 0 ? <Trans>Pay your part</Trans> : <Trans>Look at your part</Trans>}
          </LinkButton>
        </div>
      )}
    </div>
  )
}
