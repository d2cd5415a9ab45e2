import type { ProfileCard } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { MessageLink } from '../auth/message-link.tsx'
import { InviteButton } from '../quests/invite-button.tsx'
import { AddressLink } from '../service/address-link.tsx'
import { FaceWith } from '../service/face.tsx'
import { Card } from '../ui/card.tsx'
import type { Place } from '../ui/long-list.tsx'
import { rankWord } from '../ui/rank-word.ts'
import { Rating } from '../ui/rating.tsx'
import { Tag } from '../ui/tag.tsx'

const shownSkills = 8

export function FarmerCard({ card, ...place }: { card: ProfileCard } & Partial<Place>) {
  const { address, codehostUsername, codehostVerified, farmer, picture } = card
  const { questsCompleted: finished = 0, score: points = 0 } = farmer ?? {}
  const more = (farmer?.skills.length ?? 0) - shownSkills
  return (
    <Card as="li" {...place} className="grid grid-cols-[minmax(0,1fr)] content-between gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex items-center gap-3">
          <FaceWith picture={picture} address={address} size={48} />
          <div className="grid min-w-0 gap-1">
            <AddressLink address={address} pictured />
            <span className="flex flex-wrap gap-1.5">
              {farmer && <Tag tone="moss">{rankWord(farmer.rank)}</Tag>}
              {codehostVerified && (
                <Tag tone="moss">
                  <span>
                    <Trans>
                      <bdi>{codehostUsername}</bdi> ✓ proved
                    </Trans>
                  </span>
                </Tag>
              )}
            </span>
          </div>
        </div>
        {farmer && farmer.skills.length > 0 && (
          <ul className="flex flex-wrap gap-1.5" aria-label={t`Skills`}>
            {farmer.skills.slice(0, shownSkills).map(skill => (
              <li key={skill} className="max-w-full overflow-hidden">
                <Tag>
                  <bdi>{skill}</bdi>
                </Tag>
              </li>
            ))}
            {more > 0 && (
              <li>
                <Plural value={more} one="and # more" other="and # more" />
              </li>
            )}
          </ul>
        )}
      </div>
      <div className="flex items-center justify-between gap-3 border-t border-line pt-3 text-sm text-muted">
        {farmer && (
          <span className="flex min-w-0 flex-wrap items-center gap-x-3">
            <span>
              <Plural value={finished} one="# finished" other="# finished" />
            </span>
            <span>
              <Plural value={points} one="# point" other="# points" />
            </span>
            {farmer.rating !== null && <Rating value={farmer.rating} />}
          </span>
        )}
        <span className="ml-auto flex shrink-0 items-center gap-1">
          <MessageLink address={address} className="size-10" />
          <InviteButton farmer={address} />
        </span>
      </div>
    </Card>
  )
}
