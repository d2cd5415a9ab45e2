import type { Quest } from '@furrow/sdk'
import { Link } from '@tanstack/react-router'
import { Amount, plainAmount } from '../ui/amount.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'
import { QuestOutlook, QuestStatusTag } from './quest-status.tsx'

/** The beginning of a Markdown text, without its marks. */
function excerptOf(markdown: string): string {
  return markdown
    .slice(0, 600)
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[#>\-*+\s]+/gm, ' ')
    .replace(/[*_`~]+/g, '')
}

export function QuestCard({ quest }: { quest: Quest }) {
  return (
    <li className="group relative grid content-between gap-4 overflow-hidden rounded-2xl border border-line bg-card p-5 shadow-card transition hover:border-moss">
      <div className="grid gap-3">
        <div className="flex items-center justify-between gap-3">
          <QuestStatusTag quest={quest} />
          <span className="text-lg">
            <Amount amount={plainAmount(quest.rewardAmount)} token={quest.rewardToken} />
          </span>
        </div>
        <h2 className="text-xl font-semibold [overflow-wrap:anywhere]">
          <Link
            to="/quests/$id"
            params={{ id: quest.id }}
            className="after:absolute after:inset-0 group-hover:text-moss"
          >
            {quest.title}
          </Link>
        </h2>
        {quest.codehostRepo && (
          <p className="truncate font-mono text-xs text-muted">
            {quest.codehostRepo}
            {/^\d+$/.test(quest.codehostIssue ?? '') && `#${quest.codehostIssue}`}
          </p>
        )}
        <p className="line-clamp-2 text-sm text-muted [overflow-wrap:anywhere]">
          {excerptOf(quest.description)}
        </p>
        <ul className="flex flex-wrap gap-1.5" aria-label="Skills">
          {quest.skills.slice(0, 5).map(skill => (
            <li key={skill}>
              <Tag>{skill}</Tag>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex items-center justify-between gap-3 border-t border-line pt-3 text-sm text-muted">
        <span className="flex items-center gap-2">
          <Avatar address={quest.giver} size={22} />
          <When at={quest.createdAt} />
        </span>
        <span className="text-right">
          <QuestOutlook quest={quest} />
        </span>
      </div>
    </li>
  )
}
