import type { QuestEventKind } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { Tag } from '../../../ui/tag.tsx'
import { aboutApplications } from './about-applications.tsx'
import { aboutContests } from './about-contests.tsx'
import { aboutMoney } from './about-money.tsx'
import { aboutPayments } from './about-payments.tsx'
import { aboutQuest } from './about-quest.tsx'
import { aboutWork } from './about-work.tsx'
import { Who } from './parts.tsx'
import type { Sentence, Told } from './sentence.ts'

const sentences: Readonly<Record<QuestEventKind, Sentence>> = {
  ...aboutApplications,
  ...aboutQuest,
  ...aboutWork,
  ...aboutMoney,
  ...aboutContests,
  ...aboutPayments,
}

/** An event and its author. A newer service may know more kinds than this page: those are shown by their names. */
export function Happened(told: Told) {
  const sentence: Sentence | undefined = sentences[told.event.kind]
  return (
    <>
      {(sentence ?? unknown)(told)}
      {told.event.via === 'agent' && (
        <>
          {' '}
          <Tag>
            <Trans>by an agent</Trans>
          </Tag>
        </>
      )}
    </>
  )
}

function unknown({ event: { kind, farmer } }: Told) {
  if (farmer === null) return <Trans>“{kind}”</Trans>
  return (
    <Trans>
      “{kind}” of <Who address={farmer} />
    </Trans>
  )
}
