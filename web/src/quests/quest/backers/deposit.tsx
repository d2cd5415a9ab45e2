import type { Assignment, Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { AddressLink } from '../../../service/address-link.tsx'
import { Section } from '../../../ui/section.tsx'
import { When } from '../../../ui/time.tsx'
import { DisputeRule } from '../../dispute-rule.tsx'
import { EscrowButton } from '../../escrow/escrow-button.tsx'
import { FundPanel } from '../../escrow/fund-panel.tsx'
import { ApproveOnChain } from '../../escrow/sign-approval.tsx'
import { isOver } from '../../way/is-over.ts'
import { byUrgency } from '../../way/way.ts'
import { StopButton } from './stop-button.tsx'

type Props = { readonly quest: Quest; readonly of: string }

/** The backer's own deposit of their part on chain: paying it in, its window, its dispute, and what comes back of it. */
export function OwnDeposit({ quest, of }: Props) {
  const waiting = quest.farmers.filter(isWaiting).toSorted(byUrgency)
  return (
    <Section className="grid gap-4">
      <h2 className="text-xl font-semibold">
        <Trans>Your deposit</Trans>
      </h2>
      {waiting.map(farmer => (
        <OwnWindow key={farmer.address} quest={quest} farmer={farmer} />
      ))}
      {waiting.length > 0 ? (
        <p className="text-sm text-muted">
          <DisputeRule of={quest.funding} />
        </p>
      ) : (
        <State quest={quest} />
      )}
      <FundPanel quest={quest} />
      {mayStillStop(quest) && (
        <div>
          <StopButton id={of} backer={{ address: quest.giver }} isOwn />
        </div>
      )}
    </Section>
  )
}

/** The window that begins once the giver has released the work: silence pays. */
function OwnWindow({ quest, farmer }: { quest: Quest; farmer: Assignment }) {
  const { address, reviewEndsAt, status } = farmer
  if (status === 'disputed')
    return (
      <p className="text-sm">
        <Trans>
          You dispute paying for the work of <AddressLink address={address} />.
        </Trans>
      </p>
    )
  return (
    <div className="grid gap-2 border-t border-line pt-4 first-of-type:border-t-0 first-of-type:pt-0">
      <p className="text-sm">
        <Trans>
          The giver released the work of <AddressLink address={address} />. Say nothing, and your part is
          paid.
        </Trans>{' '}
        {reviewEndsAt !== null && (
          <Trans>
            You can dispute it until <When at={reviewEndsAt} exact />.
          </Trans>
        )}
      </p>
      <ApproveOnChain quest={quest} farmer={farmer} />
      <EscrowButton quest={quest} call={{ kind: 'dispute', farmer: address }} variant="danger">
        <Trans>Dispute your part</Trans>
      </EscrowButton>
    </div>
  )
}

function State({ quest }: { quest: Quest }) {
  const { problem, refunded, released, status } = quest.funding
  const over = isOver(quest)
  if (problem || (status === 'unfunded' && !over)) return null
  return (
    <p className="text-sm text-muted">
      {status === 'unfunded' ? (
        <Trans>Nothing was ever paid in.</Trans>
      ) : status === 'funded' && over ? (
        <Trans>Nobody can earn it any more. Take it back from the contract.</Trans>
      ) : status === 'funded' ? (
        <Trans>It is paid in, and waits in the contract for the giver’s decision.</Trans>
      ) : released === '0' || refunded !== '0' ? (
        <Trans>The contract gave back what nobody earned.</Trans>
      ) : (
        <Trans>The contract has paid your part.</Trans>
      )}
    </p>
  )
}

const isWaiting = ({ status }: Assignment) => status === 'in-review' || status === 'disputed'

/** Before it is paid in nobody works for it. */
function mayStillStop(quest: Quest): boolean {
  return quest.funding.status === 'unfunded' && !quest.funding.problem && !isOver(quest)
}
