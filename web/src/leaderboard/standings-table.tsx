import { Trans } from '@lingui/react/macro'
import { memo, useState } from 'react'
import { MessageLink } from '../auth/message-link.tsx'
import { useSession } from '../auth/session.tsx'
import { useCardsOf } from '../service/cards.ts'
import { Face } from '../service/face.tsx'
import { Button } from '../ui/button.tsx'
import { useGrowing } from '../ui/growing.ts'
import { Tag } from '../ui/tag.tsx'
import { formatScore, type Standing } from './standing.ts'
import { GuildMark, isReader, StandingName } from './standing-name.tsx'

const step = 50
/** Lines drawn in one go: more than a phone shows. */
const inFrame = 15

type StandingsTableProps = { standings: readonly Standing[]; from: number }

/** Everyone below the podium; the reader's own line is always there. */
export function StandingsTable({ standings, from }: StandingsTableProps) {
  const { address } = useSession()
  const [shown, setShown] = useState(from + step)
  const best = standings[0]?.score ?? 0
  const own = standings.findIndex(standing => isReader(standing, address))
  const last = own >= shown ? standings[own] : undefined
  const listed = standings.slice(from, shown)
  useCardsOf(listed.flatMap(({ address }) => address ?? []))
  const grown = useGrowing('standings', listed.length, inFrame)
  return (
    <div className="grid gap-4">
      <div className="overflow-x-auto border-y border-line">
        <table className="w-full border-collapse">
          <caption className="sr-only">
            <Trans>Everyone below the first three</Trans>
          </caption>
          <thead>
            <tr className="border-b border-line text-left text-sm text-muted">
              <th scope="col" className="w-0 py-2.5 pr-2 font-semibold">
                <Trans context="in a ranking">Place</Trans>
              </th>
              <th scope="col" className="px-2 py-2.5 font-semibold">
                <Trans>Who</Trans>
              </th>
              <td />
              <th scope="col" className="py-2.5 pl-2 text-right font-semibold">
                <Trans>Points</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {listed.slice(0, grown).map(standing => (
              <Line key={standing.key} standing={standing} best={best} mine={isReader(standing, address)} />
            ))}
            {last && <Line standing={last} best={best} mine />}
          </tbody>
        </table>
      </div>
      {standings.length > shown && (
        <Button className="justify-self-center" onClick={() => setShown(shown + step)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </div>
  )
}

/** Drawn lines stay as they are while more come. */
const Line = memo(function Line({
  standing,
  best,
  mine,
}: {
  standing: Standing
  best: number
  mine: boolean
}) {
  return (
    <tr className={`border-b border-line last:border-0 ${mine ? 'bg-moss-soft' : ''}`}>
      <td className="py-3 pr-2 text-center text-lg text-muted tabular-nums">{standing.place}</td>
      <td className="px-2 py-3">
        <span className="flex items-center gap-3">
          {standing.address === null ? (
            <GuildMark name={standing.name} size={32} />
          ) : (
            <Face address={standing.address} size={32} />
          )}
          <span className="grid gap-0.5 sm:flex sm:items-center sm:gap-3">
            <StandingName standing={standing} />
            <span className="flex items-center gap-2 text-sm text-muted">
              {standing.note}
              {mine && (
                <Tag tone="moss">
                  <Trans>You</Trans>
                </Tag>
              )}
            </span>
          </span>
        </span>
      </td>
      <td className="w-0 py-1">{standing.address !== null && <MessageLink address={standing.address} />}</td>
      <td className="py-3 pl-2">
        <span className="flex items-center justify-end gap-3">
          <Bar part={best > 0 ? standing.score / best : 0} />
          <span className="font-semibold tabular-nums">{formatScore(standing.score)}</span>
        </span>
      </td>
    </tr>
  )
})

function Bar({ part }: { part: number }) {
  return (
    <svg
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className="hidden h-1.5 w-40 md:block"
      aria-hidden="true"
    >
      <rect width="100" height="6" rx="3" className="fill-line" />
      <rect width={Math.max(2, 100 * part)} height="6" rx="3" className="fill-moss" />
    </svg>
  )
}
