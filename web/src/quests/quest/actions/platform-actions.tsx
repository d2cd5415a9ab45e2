import type { Assignment, Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { AddressLink } from '../../../service/address-link.tsx'
import { Section } from '../../../ui/section.tsx'
import { EscrowButton } from '../../escrow/escrow-button.tsx'
import { DecideDialog } from '../judging/decide-dialog.tsx'
import { SplitOnChain } from '../judging/split-on-chain.tsx'
import { DecidePayment } from '../payments/confirm-payment.tsx'

/** Actions of the platform wallet, and of the arbiter of a deposit, alone. */
export function PlatformActions({ quest }: { quest: Quest }) {
  const disputed = quest.farmers.filter(isToDecide)
  const unconfirmed = quest.farmers.filter(({ payment }) => payment?.waitsForFarmer)
  return (
    <>
      {disputed.length > 0 && <Disputes quest={quest} disputed={disputed} />}
      {unconfirmed.length > 0 && (
        <Section className="grid gap-4">
          <h2 className="text-xl font-semibold">
            <Trans>Payments</Trans>
          </h2>
          {unconfirmed.map(farmer => (
            <DecidePayment key={farmer.address} quest={quest} farmer={farmer} />
          ))}
        </Section>
      )}
    </>
  )
}

/** A ruling stands, and the arbiter cannot change it, unless the contract's owner paused it. */
const isToDecide = ({ ruling, status }: Assignment) => status === 'disputed' && (ruling?.paused ?? true)

function Disputes({ quest, disputed }: { quest: Quest; disputed: readonly Assignment[] }) {
  const onChain = quest.funding.rail === 'chain'
  return (
    <Section className="grid gap-4">
      <h2 className="text-xl font-semibold">
        <Trans>Decide the dispute</Trans>
      </h2>
      {disputed.map(({ address: farmer }) => (
        <div key={farmer} className="grid gap-2">
          <p className="text-sm text-muted">
            <WorkOf farmer={farmer} />
          </p>
          {onChain ? (
            <>
              <EscrowButton quest={quest} call={{ kind: 'resolve', farmer, pay: true }}>
                <Trans>Pay the farmer</Trans>
              </EscrowButton>
              <EscrowButton quest={quest} call={{ kind: 'resolve', farmer, pay: false }}>
                <Trans>Refund the giver</Trans>
              </EscrowButton>
              <SplitOnChain quest={quest} farmer={farmer} />
            </>
          ) : (
            <DecideDialog quest={quest} farmer={farmer} />
          )}
        </div>
      ))}
    </Section>
  )
}

function WorkOf({ farmer }: { farmer: string }) {
  const who = <AddressLink address={farmer} />
  return <Trans>Work of {who}</Trans>
}
