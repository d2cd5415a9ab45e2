import type { Proposal } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { locale } from '../language/i18n.ts'
import { Button } from '../ui/button.tsx'
import { rows } from '../ui/section.tsx'
import { Empty } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ProposalCard } from './proposal-card.tsx'

const route = getRouteApi('/community-dao')
const step = 20

const views = [
  { value: 'all', label: t`All` },
  { value: 'open', label: t({ message: 'Open', context: 'view of the proposals' }) },
  { value: 'accepted', label: t({ message: 'Accepted', context: 'view of the proposals' }) },
  { value: 'rejected', label: t({ message: 'Rejected', context: 'view of the proposals' }) },
] as const

const none = {
  all: t`Nothing is proposed yet.`,
  open: t`No proposal is open.`,
  accepted: t`No proposal is accepted.`,
  rejected: t`No proposal is rejected.`,
}

export function Proposals({ proposals, edits }: { proposals: readonly Proposal[]; edits: boolean }) {
  const { status } = route.useSearch()
  const navigate = route.useNavigate()
  const [shown, setShown] = useState(step)
  const view = views.find(({ value }) => value === status)?.value ?? 'all'
  const fitting = proposals.filter(proposal => view === 'all' || proposal.status === view)
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl font-semibold">
          <Trans>Proposals</Trans>{' '}
          <span className="text-muted tabular-nums">{fitting.length.toLocaleString(locale)}</span>
        </h2>
        <Tabs
          label={t`Status`}
          value={view}
          tabs={views}
          onChange={next =>
            navigate({ search: { status: next === 'all' ? undefined : next }, resetScroll: false })
          }
        />
      </div>
      {fitting.length === 0 ? (
        <Empty title={none[view]}>{view === 'all' && t`Write down what this community should do.`}</Empty>
      ) : (
        <ul className={`${rows} border-b-0`}>
          {fitting.slice(0, shown).map(proposal => (
            <ProposalCard key={proposal.id} proposal={proposal} edits={edits} />
          ))}
        </ul>
      )}
      {fitting.length > shown && (
        <Button className="justify-self-center" onClick={() => setShown(shown + step)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </section>
  )
}
