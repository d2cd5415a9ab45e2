import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useSession } from '../../auth/session.tsx'
import { Amount } from '../../ui/amount.tsx'
import { InReach } from '../../ui/in-reach.tsx'
import { isOver } from '../way/is-over.ts'
import { AskSponsor } from './ask-sponsor.tsx'
import { freeInContract, isClosed } from './notice.ts'
import { deposit, PayInButton } from './pay-in-button.tsx'
import { PayInOthers } from './pay-in-others.tsx'
import { forgetSent, sentName } from './sent.ts'
import { TakeBack } from './take-back.tsx'

/** The deposit: paying in, its confirmation, a wrong one, and the part that can be taken back. */
export function FundPanel({ quest }: { quest: Quest }) {
  const { funding } = quest
  useForgetDeposit(quest)
  if (funding.problem)
    return (
      <div className="grid gap-3">
        <p role="alert" className="text-sm text-danger [overflow-wrap:anywhere]">
          {funding.problem}
        </p>
        <TakeBack quest={quest}>
          <Trans>Take the deposit back</Trans>
        </TakeBack>
      </div>
    )
  if (funding.status === 'unfunded' && !isOver(quest)) return <PayIn quest={quest} />
  const mayEnd = (funding.contractVersion ?? 1) > 1 && freeInContract(quest) > 0
  if (funding.status === 'funded' && (isClosed(quest) || mayEnd))
    return (
      <TakeBack quest={quest}>
        {quest.companionOf === undefined ? <Trans>Take free places back</Trans> : <Trans>Take it back</Trans>}
      </TakeBack>
    )
  return null
}

/** The deposit of this quest, and of others that wait for theirs; or somebody else's wallet pays it. */
function PayIn({ quest }: { quest: Quest }) {
  const { funding } = quest
  const [others, setOthers] = useState<readonly Quest[]>([])
  return (
    <div className="grid gap-3">
      <p className="text-sm">
        {quest.companionOf === undefined ? (
          <Trans>
            Farmers can take places when <Amount amount={funding.amount} token={funding.token} /> is in the
            escrow contract. It pays each farmer, or gives you unearned money back.
          </Trans>
        ) : (
          <Trans>
            It counts when <Amount amount={funding.amount} token={funding.token} /> is in the escrow contract.
            It pays each farmer, or gives you unearned money back.
          </Trans>
        )}
      </p>
      <PayInOthers quest={quest} chosen={others} onChange={setOthers} />
      <InReach>
        <PayInButton wanted={{ quests: [quest, ...others] }}>
          {others.length === 0 ? t`Pay in` : t`Pay in for all of them`}
        </PayInButton>
      </InReach>
      {/* Nobody but its backer could open the link. */}
      {quest.companionOf === undefined && <AskSponsor quest={quest} />}
    </div>
  )
}

/** Once the service knows of it, this device need not. */
function useForgetDeposit({ id, funding }: Quest): void {
  const { address } = useSession()
  const isKnown = funding.status !== 'unfunded' || Boolean(funding.problem)
  useEffect(() => {
    if (isKnown) forgetSent(sentName(id, deposit, address))
  }, [id, address, isKnown])
}
