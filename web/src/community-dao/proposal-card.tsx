import type { Proposal } from '@furrow/sdk'
import { Link } from '@tanstack/react-router'
import { ReportButton } from '../moderation/report-button.tsx'
import { AddressLink } from '../service/address-link.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { MarkdownText } from '../ui/markdown-text.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'
import { ProposalTag } from './proposal-tag.tsx'

export function ProposalCard({ proposal, edits }: { proposal: Proposal; edits: boolean }) {
  const { id, title, description, category, proposer, createdAt, endsAt, outcome } = proposal
  return (
    <Card as="li" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <ProposalTag proposal={proposal} />
        <Tag>{category}</Tag>
        {endsAt && !outcome && (
          <Tag tone="slate">
            <span>
              Vote ends <When at={endsAt} />
            </span>
          </Tag>
        )}
        {outcome && <Tag>{outcome.choice === null ? 'Nothing decided' : `“${outcome.choice}” won`}</Tag>}
      </div>
      <h3 className="text-xl font-semibold [overflow-wrap:anywhere]">
        <Link to="/community-dao/proposals/$id" params={{ id }} className="hover:underline">
          {title}
        </Link>
      </h3>
      <MarkdownText text={description} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3 text-sm text-muted">
        <span>
          proposed <When at={createdAt} /> by <AddressLink address={proposer} />
        </span>
        <ReportButton
          kind="proposal"
          id={proposal.id}
          owner={proposer}
          of={<span className="sr-only"> {title}</span>}
        />
        {edits && !endsAt && <Decide proposal={proposal} />}
      </div>
    </Card>
  )
}

const decisions = [
  { status: 'accepted', label: 'Accept' },
  { status: 'rejected', label: 'Reject' },
  { status: 'open', label: 'Open again' },
] as const

/** The Genesis Creator says what became of it. */
function Decide({ proposal: { id, title, status } }: { proposal: Proposal }) {
  const decide = useAct(
    (next: Proposal['status']) => furrow.communityDao.change({ proposals: [{ id, status: next }] }),
    { done: 'The proposal has its new status.', invalidate: [['community-dao']] },
  )
  return (
    <span className="flex flex-wrap gap-2">
      {decisions
        .filter(decision => decision.status !== status)
        .map(decision => (
          <Button
            key={decision.status}
            variant={decision.status === 'rejected' ? 'danger' : 'plain'}
            aria-label={`${decision.label}: ${title}`}
            busy={decide.isPending}
            onClick={() => decide.mutate(decision.status)}
          >
            {decision.label}
          </Button>
        ))}
    </span>
  )
}
