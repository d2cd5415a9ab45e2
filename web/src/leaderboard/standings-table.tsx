import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { MessageLink } from '../auth/message-link.tsx'
import { useSession } from '../auth/session.tsx'
import { useCardsOf } from '../service/cards.ts'
import { Face } from '../service/face.tsx'
import { Button } from '../ui/button.tsx'
import { LongList, type Place } from '../ui/long-list.tsx'
import { Tag } from '../ui/tag.tsx'
import { formatScore, type Standing } from './standing.ts'
import { GuildMark, isReader, StandingName } from './standing-name.tsx'

const step = 50
/** Lines drawn or left out together. */
const inBlock = 5

type StandingsTableProps = {
  standings: readonly Standing[]
  from: number
  /** Tells boards apart. */
  name: string
}

/** Everyone below the podium, of whom those near the window are drawn; the reader's own line is always there. */
export function StandingsTable({ standings, from, name }: StandingsTableProps) {
  const { address } = useSession()
  const [shown, setShown] = useState(from + step)
  const best = standings[0]?.score ?? 0
  const own = standings.findIndex(standing => isReader(standing, address))
  const last = own >= shown ? standings[own] : undefined
  const listed = useMemo(() => standings.slice(from, shown), [standings, from, shown])
  const addresses = useMemo(() => listed.flatMap(({ address }) => address ?? []), [listed])
  useCardsOf(addresses)
  return (
    <section aria-label={t`Everyone below the first three`} className="grid gap-4">
      <div className="border-y border-line">
        <LongList
          name={`standings ${name}`}
          items={listed}
          more={false}
          blockIn={() => inBlock}
          guess={inBlock * 61}
          className="grid grid-cols-[minmax(0,1fr)]"
        >
          {(standing, place) => (
            <Line
              key={standing.key}
              standing={standing}
              best={best}
              mine={isReader(standing, address)}
              {...place}
            />
          )}
        </LongList>
        {last && (
          <ul>
            <Line standing={last} best={best} mine />
          </ul>
        )}
      </div>
      {standings.length > shown && (
        <Button className="justify-self-center" onClick={() => setShown(shown + step)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </section>
  )
}

type LineProps = { standing: Standing; best: number; mine: boolean } & Partial<Place>

/** Without `memo`: Preact 11.2 puts the links of memoised lines into other lines when their names come while the list grows. */
function Line({ standing, best, mine, ...place }: LineProps) {
  return (
    <li
      {...place}
      className={`flex items-center gap-3 border-b border-line py-3 last:border-0 ${mine ? 'bg-moss-soft' : ''}`}
    >
      <span className="w-10 shrink-0 text-center text-lg text-muted tabular-nums">
        <span className="sr-only">{t({ message: 'Place', context: 'in a ranking' })} </span>
        {standing.place}
      </span>
      {standing.address === null ? (
        <GuildMark name={standing.name} size={32} />
      ) : (
        <Face address={standing.address} size={32} />
      )}
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5 sm:flex sm:items-center sm:gap-3 max-sm:[&>a>span]:max-w-full!">
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
      {standing.address !== null && <MessageLink address={standing.address} />}
      <Bar part={best > 0 ? standing.score / best : 0} />
      <span className="w-20 shrink-0 text-right font-semibold tabular-nums">
        {formatScore(standing.score)}
        <span className="sr-only"> {t`points`}</span>
      </span>
    </li>
  )
}

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
