import type { Assignment, Quest, QuestEvent } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSession } from '../../../auth/session.tsx'
import { AddressLink } from '../../../service/address-link.tsx'
import { useConfig } from '../../../service/use-config.ts'
import { sameAddress } from '../../../ui/address.ts'
import { When } from '../../../ui/time.tsx'
import { BringToCourt } from '../../escrow/bring.tsx'
import { disputeReason } from '../../fault-sentence.ts'
import { Said } from '../../said.tsx'
import { wayOfPlace } from '../../way/way.ts'
import { DecisionText } from './decision-text.tsx'
import { ForkEnds } from './fork-ends.tsx'
import { PartyActions } from './party-actions.tsx'

/** Both sides of one dispute, its outcome without a decision, and the decision. */
export function DisputeView({
  quest,
  farmer,
  events,
}: {
  quest: Quest
  farmer: Assignment
  events: readonly QuestEvent[] | undefined
}) {
  const { address } = useSession()
  const { platformWallet } = useConfig()
  const isParty = sameAddress(address, quest.giver) || sameAddress(address, farmer.address)
  const isOpen = farmer.status === 'disputed'
  const { fork } = wayOfPlace(quest, farmer, events)
  return (
    <article className="grid gap-4 text-sm">
      <h3 className="text-base font-semibold">
        <Trans>
          The work of <AddressLink address={farmer.address} />
        </Trans>
      </h3>
      {fork && <ForkEnds quest={quest} farmer={farmer} fork={fork} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Side who={t`Why it is disputed`} at={farmer.disputedAt}>
          <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {disputeReason(farmer)}
          </p>
        </Side>
        <Side who={t`What the farmer answers`} at={null}>
          {farmer.answer ? (
            <Said text={farmer.answer.note} url={farmer.answer.url} />
          ) : (
            <p className="text-muted">
              <Trans>Nothing yet.</Trans>
            </p>
          )}
        </Side>
      </div>
      {(isParty || sameAddress(address, platformWallet)) && (
        <EvidenceLink farmer={farmer.address} events={events} />
      )}
      {farmer.decision && <DecisionText quest={quest} farmer={farmer} decision={farmer.decision} />}
      {isOpen && isParty && <PartyActions quest={quest} farmer={farmer} />}
      {isOpen && <BringToCourt quest={quest} farmer={farmer.address} />}
    </article>
  )
}

/** Evidence lies in the conversation, where the two sides and the arbiter read it. */
function EvidenceLink({
  farmer,
  events = [],
}: {
  farmer: string
  events: readonly QuestEvent[] | undefined
}) {
  const shown = events.filter(event => event.kind === 'evidence-added' && event.farmer === farmer)
  const [first] = shown
  const pieces = shown.length
  return (
    <p>
      <span className="font-semibold">
        <Trans>Evidence:</Trans>
      </span>{' '}
      {first === undefined ? (
        <span className="text-muted">
          <Trans>nobody has shown anything yet.</Trans>
        </span>
      ) : (
        <a href={`#event-${first.number}`} className="underline">
          <Plural
            value={pieces}
            one="one piece in the conversation below"
            other="# pieces in the conversation below"
          />
        </a>
      )}{' '}
      <span className="text-muted">
        <Trans>You, the other side and the arbiter see it.</Trans>
      </span>
    </p>
  )
}

function Side({ who, at, children }: { who: string; at: string | null; children: ReactNode }) {
  return (
    <section className="grid content-start gap-1 border-l-2 border-line pl-3">
      <h4 className="font-semibold">
        {who}{' '}
        {at && (
          <span className="font-normal text-muted">
            <When at={at} />
          </span>
        )}
      </h4>
      {children}
    </section>
  )
}
