import type { Assignment, Quest, QuestEvent } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { useId, useState } from 'react'
import { useSession } from '../../auth/session.tsx'
import { AddressLink, useNameOf } from '../../service/address-link.tsx'
import { sameAddress } from '../../ui/address.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Countdown } from '../../ui/time.tsx'
import { DisputeRule } from '../dispute-rule.tsx'
import { byUrgency } from '../way/way.ts'
import { DisputeView } from './judging/dispute-view.tsx'
import { statusWords } from './places/status-words.ts'

/** Both sides of present and past disputes, and the next steps. */
export function InDispute({ quest, events }: { quest: Quest; events?: readonly QuestEvent[] | undefined }) {
  const disputed = quest.farmers.filter(({ disputeEndsAt }) => disputeEndsAt !== null)
  const [only] = disputed
  if (disputed.length === 0) return null
  const isOpen = disputed.some(({ status }) => status === 'disputed')
  return (
    <Card
      as="section"
      className={`grid gap-4 ${isOpen ? 'border-danger/50 border-l-4 border-l-danger' : ''}`}
    >
      <h2 className="text-xl font-semibold">{isOpen ? t`In dispute` : t`The dispute`}</h2>
      {disputed.length === 1 && only ? (
        <DisputeView quest={quest} farmer={only} events={events} />
      ) : (
        <ul className="grid divide-y divide-line">
          {disputed.toSorted(byUrgency).map(farmer => (
            <Folded key={farmer.address} quest={quest} farmer={farmer} events={events} />
          ))}
        </ul>
      )}
      {isOpen && (
        <p className="text-sm text-muted">
          <DisputeRule of={quest.funding} />
        </p>
      )}
    </Card>
  )
}

type FoldedProps = { quest: Quest; farmer: Assignment; events: readonly QuestEvent[] | undefined }

/** One of several disputes: a line, and both sides of it once it is opened. */
function Folded({ quest, farmer, events }: FoldedProps) {
  const { address } = useSession()
  const who = useNameOf(farmer.address)
  const [open, setOpen] = useState(() => sameAddress(address, farmer.address))
  const { label, tone } = statusWords[farmer.status]
  const id = useId()
  return (
    <li className="grid gap-3 py-2">
      <div className="flex items-center gap-x-3 text-sm">
        {/* In little room a line of its own goes to the time, and the button stays where it is. */}
        <div className="flex min-w-0 flex-1 items-center gap-x-3 gap-y-1 max-sm:flex-wrap">
          <span className="min-w-0 sm:shrink-0">
            <AddressLink address={farmer.address} />
          </span>
          {farmer.status !== 'disputed' && <Tag tone={tone}>{label}</Tag>}
          <span dir="auto" className="hidden min-w-0 flex-1 basis-0 truncate text-muted sm:block">
            {farmer.disputeReason}
          </span>
          {farmer.status === 'disputed' && farmer.disputeEndsAt && (
            <span className="shrink-0 font-semibold text-danger">
              <Countdown to={farmer.disputeEndsAt} />
            </span>
          )}
        </div>
        <Button
          variant="quiet"
          className="shrink-0 !min-h-8 !px-3 !py-1"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? t`Close` : t`Look`} <span className="sr-only">{who}</span>
        </Button>
      </div>
      <div id={id} hidden={!open}>
        {open && <DisputeView quest={quest} farmer={farmer} events={events} />}
      </div>
    </li>
  )
}
