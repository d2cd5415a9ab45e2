import type { Assignment, Quest } from '@furrow/sdk'
import { PullRequestLink } from '../../codehost/pull-request-link.tsx'
import { AddressLink } from '../../service/address-link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { Countdown, When } from '../../ui/time.tsx'

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
  disputed: 'The payment is held until the dispute ends.',
  proposing: 'The work is being proposed to the contract.',
  releasing: 'The contract is being asked to pay.',
  'low-balance': 'The service has too little coin for gas; its operator was told.',
  'chain-unreachable': 'The chain cannot be reached right now; it is tried again.',
  'code-host-unreachable': 'The code host cannot be asked right now; it is tried again.',
}

/** On chain, where the merge was taken back and nobody has disputed yet. */
const doubt = 'The merge does not stand any more, so the service does not ask the contract to pay.'

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
  const { label, tone } = labels[farmer.status]
  const inDoubt = farmer.status === 'in-review' && farmer.holdReason === 'disputed'
  return (
    <li className="flex gap-3">
      <Avatar address={farmer.address} size={36} />
      <div className="grid min-w-0 gap-1 text-sm">
        <span className="flex flex-wrap items-center gap-2 text-base">
          <AddressLink address={farmer.address} /> <Tag tone={tone}>{label}</Tag>
        </span>
        {farmer.status === 'in-review' && farmer.reviewEndsAt && !inDoubt && (
          <span className="font-medium text-wheat">
            Paid in <Countdown to={farmer.reviewEndsAt} /> unless disputed
          </span>
        )}
        {farmer.expiresAt && (
          <span className="text-muted">
            The place is kept until it expires <When at={farmer.expiresAt} />.
          </span>
        )}
        {farmer.holdReason && (
          <span className="text-muted">{inDoubt ? doubt : holds[farmer.holdReason]}</span>
        )}
        {farmer.pullRequest !== null && (
          <span>
            Proved by{' '}
            <PullRequestLink
              quest={quest}
              number={farmer.pullRequest}
            >{`pull request ${farmer.pullRequest}`}</PullRequestLink>
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
