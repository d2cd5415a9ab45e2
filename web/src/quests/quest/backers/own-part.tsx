import type { Backer, Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { AddressLink } from '../../../service/address-link.tsx'
import { often } from '../../../service/often.ts'
import { Amount } from '../../../ui/amount.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { When } from '../../../ui/time.tsx'
import { waitsForPayment } from '../../next-of-giver.ts'
import { questQuery } from '../../quest-query.ts'
import { isOver } from '../../way/is-over.ts'
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
  const onChain = part.funding.rail === 'chain'
  const mustPayIn = onChain && part.funding.status === 'unfunded' && !isOver(part)
  const objected = part.farmers.filter(({ status }) => status === 'disputed')
  return (
    <div className="grid gap-3 rounded-xl border border-line p-4 text-sm">
      <p>
        <Trans>
          You add <Amount amount={amount} token={quest.rewardToken} /> to each place.
        </Trans>{' '}
        {onChain ? (
          <OnChain part={part} state={state} />
        ) : (
          state === 'given-back' && <Trans>Nobody earned it, so you owe nothing.</Trans>
        )}
      </p>
      {!onChain &&
        objected.map(({ address }) => (
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
      {(onChain || part.farmers.length > 0) && (
        <div>
          <LinkButton
            to="/quests/$id"
            params={{ id: questId }}
            variant={owed.length > 0 || mustPayIn ? 'primary' : 'plain'}
          >
            {mustPayIn ? (
              <Trans>Pay your part in</Trans>
            ) : owed.length > 0 ? (
              <Trans>Pay your part</Trans>
            ) : (
              <Trans>Look at your part</Trans>
            )}
          </LinkButton>
        </div>
      )}
    </div>
  )
}

/** The deposit of the part, in a sentence. */
function OnChain({ part, state }: { part: Quest; state: Backer['state'] }) {
  const [first] = part.farmers.flatMap(({ reviewEndsAt, status }) =>
    status === 'in-review' && reviewEndsAt !== null ? [reviewEndsAt] : [],
  )
  if (isOver(part) && part.funding.status === 'funded' && state !== 'in-review' && state !== 'objected')
    return <Trans>What nobody earned waits in the contract: you can take it back.</Trans>
  if (state === 'unfunded') return <Trans>It counts once it is paid in.</Trans>
  if (state === 'in-review' && first !== undefined)
    return (
      <Trans>
        The giver released work: dispute your part until <When at={first} exact />, or it is paid.
      </Trans>
    )
  if (state === 'objected') return <Trans>You dispute your part.</Trans>
  return null
}
