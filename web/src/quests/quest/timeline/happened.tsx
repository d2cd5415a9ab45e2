import type { QuestEventKind } from '@furrow/sdk'
import { aboutMoney } from './about-money.tsx'
import { aboutQuest } from './about-quest.tsx'
import { aboutWork } from './about-work.tsx'
import { Who } from './parts.tsx'
import type { Sentence, Told } from './sentence.ts'

const sentences: Readonly<Record<QuestEventKind, Sentence>> = { ...aboutQuest, ...aboutWork, ...aboutMoney }

/** What happened, and who did it. A service that is newer than this page may know more kinds: those have their names. */
export function Happened(told: Told) {
  const sentence: Sentence | undefined = sentences[told.event.kind]
  return (sentence ?? unknown)(told)
}

function unknown({ event: { kind, farmer } }: Told) {
  return (
    <>
      {`“${kind}”`}
      {farmer !== null && (
        <>
          {' '}
          of <Who address={farmer} />
        </>
      )}
    </>
  )
}
