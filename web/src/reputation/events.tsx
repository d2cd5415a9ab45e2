import type { ScoreEvent } from '@furrow/sdk'
import { Link } from '@tanstack/react-router'
import { Card } from '../ui/card.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'
import { formatPoints } from './points.ts'

/** Where the points came from, newest first. */
export function Events({ history }: { history: readonly ScoreEvent[] }) {
  return (
    <Card as="section" className="grid gap-3">
      <h2 className="text-xl font-semibold">Every event</h2>
      <table className="w-full border-collapse">
        <thead className="sr-only">
          <tr>
            <th scope="col">What</th>
            <th scope="col">Points</th>
          </tr>
        </thead>
        <tbody>
          {history.map((event, index) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: several events of a quest can be alike
              key={`${event.at} ${index}`}
              className="border-t border-line first:border-0"
            >
              <td className="py-3 pr-4">
                <span className="grid gap-1">
                  <span>
                    {event.reason}
                    {event.questId !== null && (
                      <>
                        {' · '}
                        <Link to="/quests/$id" params={{ id: event.questId }} className="text-moss underline">
                          quest
                        </Link>
                      </>
                    )}
                  </span>
                  <span className="flex items-center gap-2 text-sm text-muted">
                    <Tag tone={event.role === 'farmer' ? 'moss' : 'soil'}>{event.role}</Tag>
                    <When at={event.at} />
                  </span>
                </span>
              </td>
              <td className="py-3 text-right font-semibold whitespace-nowrap tabular-nums">
                {event.points > 0 && '+'}
                {formatPoints(event.points)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {history.length === 100 && <p className="text-sm text-muted">These are the newest 100.</p>}
    </Card>
  )
}
