import type { Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { sameAddress } from '../ui/address.ts'
import type { Place } from '../ui/long-list.tsx'
import { SkillList } from '../ui/skill-list.tsx'
import { When } from '../ui/time.tsx'
import { BookmarkToggle } from './bookmark-toggle.tsx'
import { payerWords } from './payer-words.ts'
import { QuestGiver } from './quest-giver.tsx'
import { QuestReward } from './quest-reward.tsx'
import { ShareSign } from './share-button.tsx'
import { SmallWay } from './way/small-way.tsx'

/** The beginning of a Markdown text, without its marks. */
function excerptOf(markdown: string): string {
  return markdown
    .slice(0, 600)
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[#>\-*+\s]+(?:\[[ xX]\]\s)?/gm, ' ')
    .replace(/[*_`~]+/g, '')
}

const shape = 'group relative border-line bg-card transition'

type QuestCardProps = {
  quest: Quest
  /** Whether it is not posted yet, and has no address to share. */
  isPreview?: boolean
  /** The person whose list it is in: their name at each line would say nothing. */
  listOf?: string | undefined
} & Partial<Place>

/** Drawn cards of a long board stay as they are while others come and go. */
export const QuestCard = memo(function QuestCard({ quest, isPreview = false, ...place }: QuestCardProps) {
  return (
    <li
      {...place}
      className={`${shape} grid grid-cols-[minmax(0,1fr)] content-between gap-4 rounded-2xl border p-5 shadow-card hover:border-moss print:break-inside-avoid`}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-muted">
          <QuestGiver address={quest.giver} />
          <span className="ml-auto flex items-center gap-1">
            <QuestReward quest={quest} />
            {!isPreview && (
              <span className="-mr-2 flex">
                <BookmarkToggle quest={quest} />
                <ShareSign quest={quest} />
              </span>
            )}
          </span>
        </div>
        <Title quest={quest} className="text-lg" />
        <p dir="auto" className="line-clamp-2 text-sm text-muted [overflow-wrap:anywhere]">
          {excerptOf(quest.description)}
        </p>
        <SkillList skills={quest.skills.slice(0, 4)} />
        <p className="text-sm text-muted empty:hidden">{payerWords(quest)}</p>
        <PartOf quest={quest} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line pt-3 text-sm text-muted">
        <SmallWay quest={quest} />
        <Until quest={quest} />
      </div>
    </li>
  )
})

/** The same in a line, for readers who look through many. */
export const QuestRow = memo(function QuestRow({ quest, listOf, ...place }: QuestCardProps) {
  const isOwn = listOf !== undefined && sameAddress(listOf, quest.giver)
  return (
    <li
      {...place}
      className={`${shape} grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 border-b px-4 py-3 last:border-0 hover:bg-moss-soft/40 lg:grid-cols-[minmax(0,1fr)_17rem_7.5rem_minmax(7rem,auto)]`}
    >
      <div className="grid min-w-0 gap-0.5">
        <Title quest={quest} className="text-base" />
        <span className="flex min-w-0 items-center gap-3 text-sm text-muted">
          {!isOwn && <QuestGiver address={quest.giver} />}
          <span dir="auto" className={`truncate ${isOwn ? '' : 'max-sm:hidden'}`}>
            {quest.skills.slice(0, 4).join(' · ')}
          </span>
          <BookmarkToggle quest={quest} />
          <PartOf quest={quest} />
        </span>
        {!isOwn && <span className="text-sm text-muted empty:hidden">{payerWords(quest)}</span>}
      </div>
      <span className="justify-self-end lg:order-last">
        <QuestReward quest={quest} />
      </span>
      <SmallWay quest={quest} className="text-muted max-lg:col-span-2" />
      <span className="text-sm text-muted max-lg:hidden">
        <Until quest={quest} />
      </span>
    </li>
  )
})

function PartOf({ quest: { contest, plan } }: { quest: Quest }) {
  if (contest !== undefined) {
    const { entries } = contest
    const paid = contest.outcome?.paid ?? contest.prizes.length
    return (
      <span className="shrink-0 text-sm text-muted">
        <Trans comment="A contest: how many of its entries it pays">
          pays {paid} of {entries} entries
        </Trans>
      </span>
    )
  }
  if (plan === undefined) return null
  const { place, of } = plan
  return (
    <span className="shrink-0 text-sm text-muted">
      <Trans comment="The place of a quest in its plan: 1 of 3">
        Part {place} of {of}
      </Trans>
    </span>
  )
}

function Title({ quest, className }: { quest: Quest; className: string }) {
  return (
    <h2 className={`font-semibold [overflow-wrap:anywhere] ${className}`}>
      <Link
        to="/quests/$id"
        params={{ id: quest.id }}
        dir="auto"
        className="after:absolute after:inset-0 group-hover:text-moss"
      >
        {quest.title}
      </Link>
    </h2>
  )
}

/** The deadline for joining, where there is one; else the quest's age. */
function Until({ quest }: { quest: Quest }) {
  if (quest.deadline && quest.status === 'open')
    return (
      <span className="shrink-0">
        <Trans>
          ends <When at={quest.deadline} />
        </Trans>
      </span>
    )
  return (
    <span className="shrink-0">
      <When at={quest.createdAt} />
    </span>
  )
}
