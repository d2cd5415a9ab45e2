import type { Assignment, Quest } from '@furrow/sdk'
import { useConfig } from '../app/furrow.ts'
import { AddressLink } from '../ui/address-link.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Card } from '../ui/card.tsx'
import { Tag, type Tone } from '../ui/tag.tsx'
import { Countdown, When } from '../ui/time.tsx'
import { pullRequestUrl } from './repo-links.ts'

const labels: Record<Assignment['status'], { label: string; tone: Tone }> = {
  accepted: { label: 'At work', tone: 'moss' },
  'in-review': { label: 'In review', tone: 'wheat' },
  disputed: { label: 'Disputed', tone: 'danger' },
  released: { label: 'Paid', tone: 'soil' },
  refunded: { label: 'Refunded', tone: 'plain' },
  withdrawn: { label: 'Withdrew', tone: 'plain' },
  expired: { label: 'Expired', tone: 'plain' },
}

/** What a reason to wait means to who waits. */
const holds: Record<string, string> = {
  'no-work-yet': 'There is no work yet.',
  'in-review': 'The giver may look at the work and dispute it.',
  disputed: 'The payment is held until the dispute is decided.',
  proposing: 'The work is being proposed to the contract.',
  releasing: 'The contract is being asked to pay.',
  'low-balance': 'The service has too little coin for gas; its operator was told.',
  'chain-unreachable': 'The chain cannot be reached right now; it is tried again.',
  'code-host-unreachable': 'The code host cannot be asked right now; it is tried again.',
}

export function Farmers({ quest }: { quest: Quest }) {
  if (quest.farmers.length === 0) return null
  return (
    <Card as="section" className="grid gap-4">
      <h2 className="text-xl font-semibold">Farmers</h2>
      <ul className="grid gap-4">
        {quest.farmers.map(farmer => (
          <Farmer key={farmer.address} quest={quest} farmer={farmer} />
        ))}
      </ul>
    </Card>
  )
}

function Farmer({ quest, farmer }: { quest: Quest; farmer: Assignment }) {
  const { codehost } = useConfig()
  const { label, tone } = labels[farmer.status]
  const merged = farmer.pullRequest === null ? null : pullRequestUrl(quest, farmer.pullRequest, codehost)
  return (
    <li className="flex gap-3">
      <Avatar address={farmer.address} size={36} />
      <div className="grid min-w-0 gap-1 text-sm">
        <span className="flex flex-wrap items-center gap-2 text-base">
          <AddressLink address={farmer.address} /> <Tag tone={tone}>{label}</Tag>
        </span>
        {farmer.status === 'in-review' && farmer.reviewEndsAt && (
          <span className="font-medium text-wheat">
            Paid in <Countdown to={farmer.reviewEndsAt} /> unless disputed
          </span>
        )}
        {farmer.expiresAt && (
          <span className="text-muted">
            The place is kept until it expires <When at={farmer.expiresAt} />.
          </span>
        )}
        {farmer.holdReason && <span className="text-muted">{holds[farmer.holdReason]}</span>}
        {farmer.pullRequest !== null && (
          <span>
            Proved by{' '}
            {merged ? (
              <a href={merged} className="underline" rel="noreferrer">
                pull request {farmer.pullRequest}
              </a>
            ) : (
              `pull request ${farmer.pullRequest}`
            )}
          </span>
        )}
        {farmer.submission && (
          <div className="grid gap-1">
            {farmer.submission.note && (
              <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{farmer.submission.note}</p>
            )}
            {farmer.submission.url && (
              <a
                href={farmer.submission.url}
                className="underline [overflow-wrap:anywhere]"
                rel="noreferrer nofollow ugc"
              >
                {farmer.submission.url}
              </a>
            )}
          </div>
        )}
      </div>
    </li>
  )
}
