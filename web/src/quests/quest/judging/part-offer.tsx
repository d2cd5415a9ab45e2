import type { Assignment, Offer, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSession } from '../../../auth/session.tsx'
import { useKept } from '../../../auth/use-kept.ts'
import { AddressLink } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { sameAddress } from '../../../ui/address.ts'
import { Amount } from '../../../ui/amount.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { DecisionText } from './decision-text.tsx'
import { readPercent } from './percent.ts'
import { PercentField } from './percent-field.tsx'
import { WhoGets } from './who-gets.tsx'

type OfPlace = { quest: Quest; farmer: Assignment }
type Side = Offer['by']

/** The part of the reward that one side proposes, with what the other can do; or what both agreed to without a dispute. */
export function PartOffer({ quest, farmer }: OfPlace) {
  const { address } = useSession()
  const { decision, offer, status } = farmer
  if (decision?.because === 'agreed' && farmer.disputedAt === null)
    return <DecisionText quest={quest} farmer={farmer} decision={decision} />
  // A contract divides nothing without its arbiter.
  if (quest.funding.rail === 'chain' || (status !== 'in-review' && status !== 'disputed')) return null
  const side = sideOf(address, quest, farmer)
  if (offer === undefined)
    return (
      side && (
        <div className="justify-self-start">
          <ProposeDialog quest={quest} farmer={farmer} />
        </div>
      )
    )
  const token = quest.rewardToken
  return (
    <section className="grid gap-2 rounded-xl bg-moss-soft p-3">
      <p>
        <Trans>
          <AddressLink address={offer.by === 'giver' ? quest.giver : farmer.address} /> proposes that the
          farmer gets <Amount amount={offer.paid} token={token} /> and the giver{' '}
          <Amount amount={offer.refunded} token={token} />.
        </Trans>
      </p>
      {offer.note && (
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {offer.note}
        </p>
      )}
      {side !== null && (
        <div className="flex flex-wrap gap-2">
          {side !== offer.by && <Agree quest={quest} farmer={farmer} offer={offer} />}
          <ProposeDialog quest={quest} farmer={farmer} />
        </div>
      )}
    </section>
  )
}

function sideOf(address: string | null, quest: Quest, farmer: Assignment): Side | null {
  if (sameAddress(address, quest.giver)) return 'giver'
  return sameAddress(address, farmer.address) ? 'farmer' : null
}

function Agree({ quest, farmer, offer }: OfPlace & { offer: Offer }) {
  const act = useQuestAct(
    () => furrow.quests.agree(quest.id, { farmer: farmer.address, share: offer.share }),
    t`You agreed: the part is released, and the rest went back.`,
  )
  const paid = `${offer.paid} ${quest.rewardToken}`
  const rest = `${offer.refunded} ${quest.rewardToken}`
  return (
    <ConfirmButton
      variant="primary"
      busy={act.isPending}
      question={t`Release ${paid} to the farmer, and give ${rest} back to the giver? This cannot be undone.`}
      onConfirm={() => act.mutate()}
    >
      <Trans context="action">Agree</Trans>
    </ConfirmButton>
  )
}

/** Between nothing and the whole, both left out; null for what is no such percentage. */
function readPart(percent: string): number | null {
  const share = readPercent(percent)
  return share === 0 || share === 10_000 ? null : share
}

function ProposeDialog({ quest, farmer }: OfPlace) {
  const [percent, setPercent] = useState('50')
  const [note, setNote, forget] = useKept(`part ${quest.id} ${farmer.address}`, '')
  const share = readPart(percent)
  const act = useQuestAct(
    () =>
      furrow.quests.proposePart(quest.id, {
        farmer: farmer.address,
        share: (share ?? 0) / 10_000,
        ...(note && { note }),
      }),
    t`You proposed a part; the other side was told.`,
  )
  return (
    <FormDialog
      title={t`Propose a part of the reward`}
      description={t`The other side may agree to it. Until then nothing changes: the review goes on as it is.`}
      label={t`Propose a part`}
      busy={act.isPending}
      onSubmit={() =>
        share === null ? Promise.reject(new Error('no share')) : act.mutateAsync().then(forget)
      }
    >
      <PercentField
        value={percent}
        onChange={setPercent}
        error={share === null ? t`Give a number between 0 and 100 with at most two decimals.` : undefined}
      />
      <TextField
        label={t`A word to it`}
        hint={t`Everybody can read it.`}
        value={note}
        maxLength={2_000}
        onText={setNote}
      />
      {share !== null && <WhoGets quest={quest} share={share} />}
    </FormDialog>
  )
}
