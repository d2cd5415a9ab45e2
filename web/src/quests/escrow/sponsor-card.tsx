import type { Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { useSession } from '../../auth/session.tsx'
import { AddressLink } from '../../service/address-link.tsx'
import { sameAddress } from '../../ui/address.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useNow } from '../../ui/time.tsx'
import { PayInButton } from './pay-in-button.tsx'
import type { SponsorWords } from './sponsor-link.ts'

type SponsorCardProps = { quest: Quest; words: SponsorWords }

/** For somebody whom the giver asked to pay in, by a link. */
export function SponsorCard({ quest, words }: SponsorCardProps) {
  const { giver, funding } = quest
  return (
    <Card as="section" className="grid gap-3">
      <h2 className="text-xl font-semibold">
        <Trans>Pay in for somebody</Trans>
      </h2>
      <p className="text-sm">
        <Trans>
          <AddressLink address={giver} /> asks you to pay{' '}
          <Amount amount={funding.amount} token={funding.token} /> into the escrow contract for this quest.
          They decide about the work; unearned money goes back to you.
        </Trans>
      </p>
      <Pay quest={quest} words={words} />
    </Card>
  )
}

function Pay({ quest, words: { payer, deadline, signature } }: SponsorCardProps) {
  const { address, ask } = useSession()
  const now = useNow(30_000)
  const { status, escrow = '', escrowId = '' } = quest.funding
  if (status !== 'unfunded')
    return (
      <p className="text-sm">
        <Trans>
          It is paid in already. What comes back goes to who paid, also{' '}
          <a className="underline" href={`/exit/?contract=${escrow}&escrow=${escrowId}`}>
            on a page that needs only the chain
          </a>
          .
        </Trans>
      </p>
    )
  if (deadline * 1_000 <= now)
    return (
      <p role="alert" className="text-sm font-medium text-danger">
        <Trans>This link was good for a week, which is over. Ask for a new one.</Trans>
      </p>
    )
  if (!sameAddress(address, payer))
    return (
      <>
        <p className="text-sm">
          <Trans>
            The link is for the wallet <AddressLink address={payer} />. Sign in with it.
          </Trans>
        </p>
        {address === null && (
          <Button variant="primary" onClick={ask}>
            <Trans>Sign in with your wallet</Trans>
          </Button>
        )}
      </>
    )
  const sponsorship = { giver: quest.giver, deadline, signature }
  return (
    <PayInButton wanted={{ quests: [quest], sponsorship }}>
      <Trans>Pay in</Trans>
    </PayInButton>
  )
}
