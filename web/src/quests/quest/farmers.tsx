import { type Assignment, hasLeft, type Quest, type QuestEvent } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, useMemo, useState } from 'react'
import { MessageLink } from '../../auth/message-link.tsx'
import { CoAuthors } from '../../codehost/co-authors.tsx'
import { PullRequestLink } from '../../codehost/pull-request-link.tsx'
import { TakeCredential } from '../../credentials/take-link.tsx'
import { AddressLink } from '../../service/address-link.tsx'
import { useCardsOf } from '../../service/cards.ts'
import { Face } from '../../service/face.tsx'
import { Button } from '../../ui/button.tsx'
import { useGrowing } from '../../ui/growing.ts'
import { Section } from '../../ui/section.tsx'
import { SmallSteps } from '../../ui/small-steps.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Countdown, When } from '../../ui/time.tsx'
import { Credit } from '../escrow/credit.tsx'
import { Said } from '../said.tsx'
import { smallSteps } from '../way/small-way.tsx'
import { byUrgency, wayOfPlace } from '../way/way.ts'
import { PartOffer } from './judging/part-offer.tsx'
import { ReturnedNote } from './judging/returned-note.tsx'
import { SharedPlace } from './judging/shared-place.tsx'
import { PaymentLine, PaymentTag } from './payments/work-payment.tsx'
import { statusWords } from './places/status-words.ts'

/** The reasons for a wait, in words for the one who waits. */
const holds: Record<string, string> = {
  'no-work-yet': t`There is no work yet.`,
  'in-review': t`The giver may look at the work and dispute it.`,
  disputed: t`The payment is held until the dispute ends.`,
  proposing: t`The work is being proposed to the contract.`,
  releasing: t`The contract is being asked to pay.`,
  approving: t`The giver has approved it by a signature, which is on its way to the contract.`,
  'low-balance': t`The service has too little coin for gas; its operator was told.`,
  'chain-unreachable': t`The chain cannot be reached right now; it is tried again.`,
  'gas-budget': t`The service has spent its gas for this giver’s quests today, and goes on tomorrow; on chain anybody may release due payments.`,
  'no-contract': t`There is no escrow contract where the settings say; the service’s operator was told.`,
  'no-operator': t`The service may not propose work to the contract right now; its operator was told.`,
  'proposals-paused': t`The contract’s owner has paused proposals; the work is proposed when they go on.`,
  'receiver-refused': t`The wallet did not take the money, which waits in the contract: it can be taken to another address.`,
  'contract-not-served': t`The service does not look after this contract any more; its operator was told.`,
  'code-host-unreachable': t`The code host cannot be asked right now; it is tried again.`,
}

function holdOf({ companionOf, funding }: Quest, reason: string): string | undefined {
  const isOwnWindow = companionOf !== undefined && funding.rail === 'chain' && reason === 'in-review'
  return isOwnWindow ? t`The giver released it; the backer of this part may still dispute it.` : holds[reason]
}

/** On chain, after a merge was taken back and before a dispute. */
const doubt = t`The merge does not stand any more, so the service does not ask the contract to pay.`

type Events = readonly QuestEvent[] | undefined

/** The number of farmers drawn in one go, and of those that are shown at first. */
const [step, most] = [10, 8]

/** The farmers of the quest, and the progress of each: the most urgent ones, and all where somebody wants them. */
export function Farmers({ quest, events }: { quest: Quest; events: Events }) {
  const [all, setAll] = useState(false)
  const count = quest.farmers.length
  const isLong = !all && count > most + 1
  const grown = useGrowing(`${quest.id} ${all}`, isLong ? most : count, step)
  const sorted = useMemo(() => quest.farmers.toSorted(byUrgency), [quest.farmers])
  useCardsOf(sorted.slice(0, grown).map(({ address }) => address))
  if (quest.farmers.length === 0) return null
  return (
    <Section className="grid gap-4">
      <h2 className="text-xl font-semibold">
        <Trans>Farmers</Trans>
      </h2>
      <ul className="grid gap-4">
        {sorted.slice(0, grown).map(farmer => (
          <Farmer key={farmer.address} quest={quest} farmer={farmer} events={events} />
        ))}
      </ul>
      {isLong && (
        <Button onClick={() => setAll(true)}>
          <Trans>Show all {count} farmers</Trans>
        </Button>
      )}
    </Section>
  )
}

type FarmerProps = { quest: Quest; farmer: Assignment; events: Events }

/** Drawn farmers stay as they are while more come. */
const Farmer = memo(function Farmer({ quest, farmer, events }: FarmerProps) {
  const { pullRequest, status } = farmer
  const { label, tone } = statusWords[status]
  const inDoubt = status === 'in-review' && farmer.holdReason === 'disputed'
  return (
    <li className="flex gap-3">
      <Face address={farmer.address} size={36} />
      <div className="grid min-w-0 flex-1 gap-1 text-sm">
        <span className="flex flex-wrap items-center gap-2 text-base">
          <AddressLink address={farmer.address} pictured />
          <MessageLink address={farmer.address} className="-my-1" />
          <Tag tone={tone}>{label}</Tag>
          <PaymentTag farmer={farmer} />
          {farmer.agent && (
            <Tag>
              <Trans comment="A place that an agent's API key took">agent</Trans>
            </Tag>
          )}
          {quest.maxFarmers > 1 && <OwnWay quest={quest} farmer={farmer} />}
        </span>
        {farmer.expiresAt && (
          <span className="text-muted">
            <Trans>
              The place is kept until it expires <When at={farmer.expiresAt} />.
            </Trans>
          </span>
        )}
        {farmer.keptAt && (
          <span className="text-muted">
            <Trans>
              Still on it, as of <When at={farmer.keptAt} />.
            </Trans>
          </span>
        )}
        {farmer.holdReason && (
          <span className="text-muted">{inDoubt ? doubt : holdOf(quest, farmer.holdReason)}</span>
        )}
        <Credit quest={quest} farmer={farmer} />
        <PaymentLine farmer={farmer} />
        {mayTip(quest, farmer) && (
          <Link
            to="/thanks"
            search={{ quest: quest.id, farmer: farmer.address }}
            className="justify-self-start underline"
          >
            <Trans>Tip this work</Trans>
          </Link>
        )}
        {quest.companionOf === undefined && <TakeCredential quest={quest} farmer={farmer} />}
        {pullRequest !== null && (
          <span>
            <Trans>
              Proved by{' '}
              <PullRequestLink
                quest={quest}
                number={pullRequest}
              >{`pull request ${pullRequest}`}</PullRequestLink>
            </Trans>
          </span>
        )}
        <CoAuthors place={farmer} />
        <ReturnedNote farmer={farmer} />
        <SharedPlace quest={quest} farmer={farmer} />
        <PartOffer quest={quest} farmer={farmer} />
        {farmer.submission && (
          <HandedIn
            submission={farmer.submission}
            by={farmer.address}
            number={handedIn(events, farmer.address)}
          />
        )}
      </div>
    </li>
  )
})

/** Work counts in its quest alone, and not where others add to the reward. */
function mayTip({ companionOf, thanks }: Quest, { address, status }: Assignment): boolean {
  return status === 'released' && !thanks && companionOf === undefined && !hasLeft(address)
}

/** The number of the event in which this farmer last handed in work. */
function handedIn(events: Events, address: string): number | undefined {
  return events?.findLast(({ kind, farmer }) => kind === 'submitted' && farmer === address)?.number
}

/** A link to the work in the conversation; the work itself, where no event tells of it. */
function HandedIn({
  submission,
  by,
  number,
}: {
  submission: NonNullable<Assignment['submission']>
  by: string
  number: number | undefined
}) {
  if (number === undefined) return <Said text={submission.note} url={submission.url} handedInBy={by} />
  return (
    <a href={`#event-${number}`} className="justify-self-start underline">
      <Trans>What was handed in</Trans>
    </a>
  )
}

/** The progress of one of several places; of a single place the whole page tells it. */
function OwnWay({ quest, farmer }: { quest: Quest; farmer: Assignment }) {
  const { status, reviewEndsAt, disputeEndsAt } = farmer
  const until = { 'in-review': reviewEndsAt, disputed: disputeEndsAt }[status as string]
  return (
    <span className="ml-auto flex items-center gap-3 text-sm">
      {until && (
        <span className={`font-semibold ${status === 'disputed' ? 'text-danger' : 'text-slate'}`}>
          <Countdown to={until} clock />
        </span>
      )}
      <SmallSteps steps={smallSteps(wayOfPlace(quest, farmer))} className="w-24" />
    </span>
  )
}
