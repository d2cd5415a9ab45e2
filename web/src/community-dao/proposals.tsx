import type { Proposal } from '@furrow/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ProposalCard } from './proposal-card.tsx'

const route = getRouteApi('/community-dao')
const step = 20

const views = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'rejected', label: 'Rejected' },
] as const

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
          Proposals <span className="text-muted tabular-nums">{fitting.length.toLocaleString()}</span>
        </h2>
        <Tabs
          label="Status"
          value={view}
          tabs={views}
          onChange={next =>
            navigate({ search: { status: next === 'all' ? undefined : next }, resetScroll: false })
          }
        />
      </div>
      {fitting.length === 0 ? (
        <Empty title={view === 'all' ? 'Nothing is proposed yet.' : `No proposal is ${view}.`}>
          {view === 'all' && 'Write down what this community should do.'}
        </Empty>
      ) : (
        <ul className="grid gap-4">
          {fitting.slice(0, shown).map(proposal => (
            <ProposalCard key={proposal.id} proposal={proposal} edits={edits} />
          ))}
        </ul>
      )}
      {fitting.length > shown && (
        <Button className="justify-self-center" onClick={() => setShown(shown + step)}>
          Show more
        </Button>
      )}
    </section>
  )
}
