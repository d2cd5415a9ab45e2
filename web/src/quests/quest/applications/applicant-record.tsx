import type { Application } from '@furrow/sdk'
import { Rating } from '../../../ui/rating.tsx'
import { Tag } from '../../../ui/tag.tsx'

/** What somebody did before who asks for a place. */
export function ApplicantRecord({ record }: { record: NonNullable<Application['record']> }) {
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 [&_dd]:text-right [&_dt]:text-muted">
        <dt>Finished</dt>
        <dd>
          {record.questsCompleted} of {record.questsAccepted} accepted
        </dd>
        <dt>Rating</dt>
        <dd>{record.rating === null ? 'none yet' : <Rating value={record.rating} />}</dd>
        <dt>Rank</dt>
        <dd>{record.rank}</dd>
        {record.disputesLost > 0 && (
          <>
            <dt>Disputes lost</dt>
            <dd>{record.disputesLost}</dd>
          </>
        )}
      </dl>
      <ul className="flex flex-wrap gap-1.5" aria-label="Account and skills">
        {record.codehostUsername && (
          <li className="min-w-0 [overflow-wrap:anywhere]">
            <Tag tone={record.codehostVerified ? 'moss' : 'plain'}>
              {record.codehostUsername} {record.codehostVerified ? '✓ proved' : '(claimed)'}
            </Tag>
          </li>
        )}
        {record.skills.map(skill => (
          <li key={skill} className="min-w-0 [overflow-wrap:anywhere]">
            <Tag>{skill}</Tag>
          </li>
        ))}
      </ul>
    </>
  )
}
