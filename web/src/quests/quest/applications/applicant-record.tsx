import type { Application } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Rating } from '../../../ui/rating.tsx'
import { Tag } from '../../../ui/tag.tsx'

/** An applicant's earlier work. */
export function ApplicantRecord({ record }: { record: NonNullable<Application['record']> }) {
  const { codehostUsername, codehostVerified, questsAccepted, questsCompleted } = record
  const account = <bdi>{codehostUsername}</bdi>
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 [&_dd]:text-right [&_dt]:text-muted">
        <dt>
          <Trans>Finished</Trans>
        </dt>
        <dd>
          <Trans>
            {questsCompleted} of {questsAccepted} accepted
          </Trans>
        </dd>
        <dt>
          <Trans>Rating</Trans>
        </dt>
        <dd>{record.rating === null ? t`none yet` : <Rating value={record.rating} />}</dd>
        <dt>
          <Trans>Rank</Trans>
        </dt>
        <dd>{record.rank}</dd>
        {record.disputesLost > 0 && (
          <>
            <dt>
              <Trans>Disputes lost</Trans>
            </dt>
            <dd>{record.disputesLost}</dd>
          </>
        )}
      </dl>
      <ul className="flex flex-wrap gap-1.5" aria-label={t`Account and skills`}>
        {codehostUsername && (
          <li className="min-w-0 [overflow-wrap:anywhere]">
            <Tag tone={codehostVerified ? 'moss' : 'plain'}>
              <span>
                {codehostVerified ? <Trans>{account} ✓ proved</Trans> : <Trans>{account} (claimed)</Trans>}
              </span>
            </Tag>
          </li>
        )}
        {record.skills.map(skill => (
          <li key={skill} className="min-w-0 [overflow-wrap:anywhere]">
            <Tag>
              <bdi>{skill}</bdi>
            </Tag>
          </li>
        ))}
      </ul>
    </>
  )
}
