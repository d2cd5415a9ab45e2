import type { Proposal } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ReportButton } from '../moderation/report-button.tsx'
import { ReportableText } from '../moderation/reportable-text.tsx'
import { AddressLink } from '../service/address-link.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'
import { ProposalTag } from './proposal-tag.tsx'

export function ProposalCard({ proposal, edits }: { proposal: Proposal; edits: boolean }) {
  const { id, title, description, category, proposer, createdAt, endsAt, outcome } = proposal
  const winner = outcome?.choice ?? null
  return (
    <li className="py-4 grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <ProposalTag proposal={proposal} />
        <Tag>
          <bdi>{category}</bdi>
        </Tag>
        {endsAt && !outcome && (
          <Tag tone="slate">
            <span>
              <Trans>
                Vote ends <When at={endsAt} />
              </Trans>
            </span>
          </Tag>
        )}
        {outcome && (
          <Tag>
            {winner === null ? (
              <Trans>Nothing decided</Trans>
            ) : (
              <span>
                <Trans>
                  “<bdi>{winner}</bdi>” won
                </Trans>
              </span>
            )}
          </Tag>
        )}
      </div>
      <h3 dir="auto" className="text-xl font-semibold [overflow-wrap:anywhere]">
        <Link to="/community-dao/proposals/$id" params={{ id }} className="hover:underline">
          {title}
        </Link>
      </h3>
      <ReportableText text={description} author={proposer} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3 text-sm text-muted">
        <span>
          <Trans>
            proposed <When at={createdAt} /> by <AddressLink address={proposer} />
          </Trans>
        </span>
        <ReportButton
          kind="proposal"
          id={proposal.id}
          owner={proposer}
          of={<span className="sr-only"> {title}</span>}
        />
        {edits && !endsAt && <Decide proposal={proposal} />}
      </div>
    </li>
  )
}

const decisions = [
  { status: 'accepted', label: t`Accept` },
  { status: 'rejected', label: t`Reject` },
  { status: 'open', label: t`Open again` },
] as const

/** The Genesis Creator records the outcome. */
function Decide({ proposal: { id, title, status } }: { proposal: Proposal }) {
  const decide = useAct(
    (next: Proposal['status']) => furrow.communityDao.change({ proposals: [{ id, status: next }] }),
    { done: t`The proposal has its new status.`, invalidate: [['community-dao']] },
  )
  return (
    <span className="flex flex-wrap gap-2">
      {decisions
        .filter(decision => decision.status !== status)
        .map(({ label, status: next }) => (
          <Button
            key={next}
            variant={next === 'rejected' ? 'danger' : 'plain'}
            aria-label={t`${label}: ${title}`}
            busy={decide.isPending}
            onClick={() => decide.mutate(next)}
          >
            {label}
          </Button>
        ))}
    </span>
  )
}
