import type { Assignment, Quest, QuestEvent } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { useSession } from '../../auth/session.tsx'
import { AddressLink, useNameOf } from '../../service/address-link.tsx'
import { sameAddress } from '../../ui/address.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Countdown } from '../../ui/time.tsx'
import { DisputeRule } from '../dispute-rule.tsx'
import { disputeReason } from '../fault-sentence.ts'
import { byUrgency } from '../way/way.ts'
import { DisputeView } from './judging/dispute-view.tsx'
import { statusWords } from './places/status-words.ts'

/** The disputes that are listed at first, of many. */
const most = 3

/** Both sides of present and past disputes, and the next steps. */
export function InDispute({ quest, events }: { quest: Quest; events?: readonly QuestEvent[] | undefined }) {
  const disputed = quest.farmers.filter(({ disputeEndsAt }) => disputeEndsAt !== null)
  const { address } = useSession()
  const [all, setAll] = useState(false)
  const [only] = disputed
  if (disputed.length === 0) return null
  const isOpen = disputed.some(({ status }) => status === 'disputed')
  const isOwn = (farmer: Assignment) => sameAddress(address, farmer.address)
  const sorted = disputed.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || byUrgency(a, b))
  const count = disputed.length
  const shown = all || count <= most + 1 ? count : most
  return (
    <Card
      as="section"
      id="dispute"
      className={`grid gap-4 ${isOpen ? 'border-danger/50 border-l-4 border-l-danger' : ''}`}
    >
      <h2 className="text-xl font-semibold">{isOpen ? t`In dispute` : t`The dispute`}</h2>
      {disputed.length === 1 && only ? (
        <DisputeView quest={quest} farmer={only} events={events} />
      ) : (
        <ul className="grid divide-y divide-line">
          {sorted.slice(0, shown).map(farmer => (
            <Folded key={farmer.address} quest={quest} farmer={farmer} events={events} />
          ))}
        </ul>
      )}
      {shown < count && (
        <Button className="justify-self-start" onClick={() => setAll(true)}>
          <Trans>Show all {count} disputes</Trans>
        </Button>
      )}
      {isOpen && (
        // On a phone a folded list leaves it to the dispute that is opened.
        <p className={`text-sm text-muted ${shown < count ? 'max-sm:hidden' : ''}`}>
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
            {disputeReason(farmer)}
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
