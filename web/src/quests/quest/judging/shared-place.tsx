import type { Assignment, Quest, SharedPlace as Shared } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSession } from '../../../auth/session.tsx'
import { AddressLink } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { useConfig } from '../../../service/use-config.ts'
import { sameAddress } from '../../../ui/address.ts'
import { Amount } from '../../../ui/amount.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { percentOf } from '../../../ui/percent.ts'
import { Tag } from '../../../ui/tag.tsx'
import { SplitAccount } from '../../escrow/split-account.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { ShareDialog } from './share-dialog.tsx'

type OfPlace = { quest: Quest; farmer: Assignment }

/** The members of a place, which everybody reads: its farmer shares it before the hand-in, and those named agree or refuse. */
export function SharedPlace({ quest, farmer }: OfPlace) {
  const { address } = useSession()
  const { memberOf, returned = null, shared, status } = farmer
  const splitter = useConfig().chains?.find(({ chainId }) => chainId === quest.funding.chainId)?.splitter
  if (memberOf !== undefined)
    return (
      <>
        <MemberLine memberOf={memberOf} />
        <PaidBy quest={quest} farmer={farmer} />
      </>
    )
  const isOpen = status === 'accepted' && returned === null
  const isShareable = quest.funding.rail === 'ledger' || splitter !== undefined
  const isOwn = isOpen && isShareable && sameAddress(address, farmer.address)
  const own = isOpen ? shared?.members.find(member => sameAddress(address, member.address)) : undefined
  if (shared === undefined)
    return isOwn ? (
      <div className="justify-self-start">
        <ShareDialog quest={quest} farmer={farmer} />
      </div>
    ) : null
  return (
    <section className="grid gap-2 rounded-xl bg-moss-soft p-3">
      <p>
        {shared.agreed ? (
          <Trans>The reward of this place is shared, as everybody has agreed.</Trans>
        ) : (
          <Trans>The farmer shares the reward of this place. It holds once everybody has agreed.</Trans>
        )}
      </p>
      <Members quest={quest} shared={shared} />
      <PaidBy quest={quest} farmer={farmer} />
      {isOwn && (
        <div className="flex flex-wrap gap-2">
          <ShareDialog quest={quest} farmer={farmer} />
          <Unshare quest={quest} />
        </div>
      )}
      {own !== undefined && !isOwn && <Answer quest={quest} farmer={farmer} own={own} />}
    </section>
  )
}

/** On chain the contract pays an account that can do nothing but pay the members. */
function PaidBy({ quest, farmer }: OfPlace) {
  if (farmer.split === undefined) return null
  return (
    <>
      <p>
        <Trans>
          The contract pays an account of this team, which gives each member their part and nobody else
          anything. The service has it do so, and so may anybody.
        </Trans>
      </p>
      <SplitAccount quest={quest} farmer={farmer} summary={<Trans>The account of this team</Trans>}>
        <Trans>Pay the members what the account has</Trans>
      </SplitAccount>
    </>
  )
}

function MemberLine({ memberOf: { farmer, share } }: { memberOf: NonNullable<Assignment['memberOf']> }) {
  const percent = percentOf(share, 2)
  return (
    <span className="text-muted">
      {farmer === null ? (
        <Trans>With {percent} of a shared place.</Trans>
      ) : (
        <Trans>
          With {percent} of the place of <AddressLink address={farmer} />.
        </Trans>
      )}
    </span>
  )
}

function Members({ quest, shared }: { quest: Quest; shared: Shared }) {
  return (
    <ul className="grid gap-1">
      {shared.members.map(({ address, share, amount, agreed }) => (
        <li key={address} className="flex flex-wrap items-center gap-2">
          <AddressLink address={address} />
          <span>{percentOf(share, 2)}</span>
          <Amount amount={amount} token={quest.rewardToken} />
          {!agreed && (
            <Tag>
              <Trans comment="A member of a team">has not agreed yet</Trans>
            </Tag>
          )}
        </li>
      ))}
    </ul>
  )
}

function Answer({ quest, farmer, own }: OfPlace & { own: Shared['members'][number] }) {
  const agree = useQuestAct(
    () => furrow.quests.agreeToShare(quest.id, { farmer: farmer.address, share: own.share }),
    t`You agreed to your share.`,
  )
  const refuse = useQuestAct(
    () => furrow.quests.refuseShare(quest.id, farmer.address),
    t`You refused; the place is not shared any more.`,
  )
  const amount = `${own.amount} ${quest.rewardToken}`
  return (
    <div className="flex flex-wrap gap-2">
      {!own.agreed && (
        <ConfirmButton
          variant="primary"
          busy={agree.isPending}
          question={t`Agree to do this work together for ${amount}?`}
          onConfirm={() => agree.mutate()}
        >
          <Trans>Agree to my share</Trans>
        </ConfirmButton>
      )}
      <ConfirmButton
        busy={refuse.isPending}
        question={t`Refuse? Then the place is not shared with anybody any more.`}
        onConfirm={() => refuse.mutate()}
      >
        <Trans>Refuse my share</Trans>
      </ConfirmButton>
    </div>
  )
}

function Unshare({ quest }: { quest: Quest }) {
  const act = useQuestAct(() => furrow.quests.share(quest.id, []), t`You have the place alone again.`)
  return (
    <ConfirmButton
      busy={act.isPending}
      question={t`Have the place alone again? Everybody named is told.`}
      onConfirm={() => act.mutate()}
    >
      <Trans>Share with nobody</Trans>
    </ConfirmButton>
  )
}
