import type { ScoreEvent } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Section } from '../ui/section.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'
import { formatPoints } from './points.ts'
import { QuestLink } from './quest-link.tsx'
import { reasonWords } from './reason-words.ts'

const roles: Record<ScoreEvent['role'], string> = { farmer: t`farmer`, giver: t`giver` }

type EventsProps = {
  readonly history: readonly ScoreEvent[]
  readonly titles: ReadonlyMap<string, string>
}

/** The sources of the points, newest first. */
export function Events({ history, titles }: EventsProps) {
  return (
    <Section className="grid gap-3">
      <h2 className="text-xl font-semibold">
        <Trans>Every event</Trans>
      </h2>
      <table className="w-full border-collapse">
        <thead className="sr-only">
          <tr>
            <th scope="col">
              <Trans>What</Trans>
            </th>
            <th scope="col">
              <Trans>Points</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {history.map((event, index) => {
            const { title, notes } = reasonWords(event)
            return (
              <tr
                // biome-ignore lint/suspicious/noArrayIndexKey: several events of a quest can be alike
                key={`${event.at} ${index}`}
                className="border-t border-line first:border-0"
              >
                <td className="py-3 pr-4">
                  <span className="grid gap-1">
                    <span>
                      <span className="font-medium">{title}</span>
                      {event.questId !== null && (
                        <>
                          {' · '}
                          <QuestLink id={event.questId} title={titles.get(event.questId)} />
                        </>
                      )}
                    </span>
                    <span className="flex flex-wrap gap-x-3 text-sm text-muted empty:hidden">
                      {notes.map(note => (
                        <span key={note}>{note}</span>
                      ))}
                    </span>
                    <span className="flex items-center gap-2 text-sm text-muted">
                      <Tag tone={event.role === 'farmer' ? 'moss' : 'soil'}>{roles[event.role]}</Tag>
                      <When at={event.at} />
                    </span>
                  </span>
                </td>
                <td className="py-3 text-right font-semibold whitespace-nowrap tabular-nums">
                  {event.points > 0 && '+'}
                  {formatPoints(event.points)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {history.length === 100 && (
        <p className="text-sm text-muted">
          <Trans>These are the newest 100.</Trans>
        </p>
      )}
    </Section>
  )
}
