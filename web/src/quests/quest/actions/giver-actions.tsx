import type { Assignment, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { AddressLink } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { AnchorButton } from '../../../ui/anchor-button.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { InReach } from '../../../ui/in-reach.tsx'
import { Section } from '../../../ui/section.tsx'
import { isCrowd } from '../../crowd.ts'
import { DisputeRule } from '../../dispute-rule.tsx'
import { FundPanel } from '../../escrow/fund-panel.tsx'
import { nextOfGiver } from '../../next-of-giver.ts'
import { useQuestAct } from '../../use-quest-act.ts'
import { isOver } from '../../way/is-over.ts'
import { byUrgency } from '../../way/way.ts'
import { CompleteButton } from '../places/complete-button.tsx'
import { ChangeActions } from './change-actions.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { WorkButtons } from './work-buttons.tsx'

/** The one thing that the quest waits for from its giver; what they owe has a part of its own. */
export function NextOfGiver({ quest }: { quest: Quest }) {
  const next = nextOfGiver(quest)
  const { applications = 0 } = quest
  if (next?.kind === 'pay-in') return <FundPanel quest={quest} />
  if (next?.kind === 'desk') return <ToDesk quest={quest} />
  if (next?.kind === 'dispute')
    return (
      <AnchorButton variant="primary" href="#dispute">
        <Trans>Look at the dispute</Trans>
      </AnchorButton>
    )
  if (next?.kind === 'applications')
    return (
      <AnchorButton variant="primary" href="#applications">
        <Plural value={applications} one="Look at # application" other="Look at # applications" />
      </AnchorButton>
    )
  if (next?.kind === 'find-farmers')
    return (
      <LinkButton variant="primary" to="/farmers" search={{ skill: quest.skills[0] }}>
        <Trans>Look for farmers</Trans>
      </LinkButton>
    )
  const farmer =
    next?.kind === 'approve' ? quest.farmers.find(({ address }) => address === next.farmer) : undefined
  return farmer ? <WorkActions key={farmer.address} quest={quest} farmer={farmer} isNext /> : null
}

/** The giver's further actions on the quest and on each piece of work in it. */
export function GiverActions({ quest }: { quest: Quest }) {
  const over = isOver(quest)
  const live = quest.farmers
    .filter(({ status }) => ['accepted', 'in-review', 'disputed'].includes(status))
    .toSorted(byUrgency)
  const paid = quest.farmers.filter(({ status }) => status === 'released')
  const cancel = useQuestAct(() => furrow.quests.cancel(quest.id), t`The quest is cancelled.`)
  const onChain = quest.funding.rail === 'chain'
  // There each farmer has a row of their own.
  const onDesk = isCrowd(quest)
  const next = nextOfGiver(quest)
  const mayComplete = !over && (!onChain || live.length === 0)
  const mayCancel = !over && live.every(({ status, returned }) => status === 'accepted' && !returned)
  if (over && paid.length === 0 && !onChain) return null
  return (
    <Section className="grid gap-4 print:hidden">
      <h2 className="text-xl font-semibold">
        <Trans>Your quest</Trans>
      </h2>
      {onChain && next?.kind !== 'pay-in' && <FundPanel quest={quest} />}
      {onDesk ||
        live
          .filter(({ address }) => next?.kind !== 'approve' || next.farmer !== address)
          .map(farmer => <WorkActions key={farmer.address} quest={quest} farmer={farmer} />)}
      {onChain && live.some(({ status }) => status === 'in-review') && (
        <p className="text-sm text-muted">
          <DisputeRule of={quest.funding} />
        </p>
      )}
      {onDesk || paid.map(({ address }) => <ReviewDialog key={address} quest={quest} reviewee={address} />)}
      {!over && (
        // A quiet button shows no edge: its words stand in line with the texts above.
        <div className="flex flex-wrap gap-y-1 border-t border-line pt-5 [&>*]:-ml-4 [&>*]:mr-4">
          <ChangeActions quest={quest} />
          {mayComplete && <CompleteButton quest={quest} live={live} />}
          {mayCancel && (
            <ConfirmButton
              variant="quietDanger"
              busy={cancel.isPending}
              question={t`Farmers who have a place lose it.`}
              onConfirm={() => cancel.mutate()}
            >
              <Trans>Cancel the quest</Trans>
            </ConfirmButton>
          )}
        </div>
      )}
    </Section>
  )
}

/** The desk is far below on a phone. */
function ToDesk({ quest }: { quest: Quest }) {
  const count = quest.farmers.filter(({ status }) => status === 'in-review').length
  return (
    <InReach>
      <AnchorButton variant="primary" href="#desk">
        <Plural value={count} one="Look at # piece of work" other="Look at # pieces of work" />
      </AnchorButton>
    </InReach>
  )
}

type WorkActionsProps = { quest: Quest; farmer: Assignment; isNext?: boolean }

function WorkActions({ quest, farmer, isNext = false }: WorkActionsProps) {
  const who = <AddressLink address={farmer.address} />
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <p className="text-sm text-muted">
        <Trans>Work of {who}</Trans>
      </p>
      <div className="flex flex-wrap gap-2 [&>.in-reach]:w-full">
        <WorkButtons quest={quest} farmer={farmer} isNext={isNext} />
      </div>
    </div>
  )
}
