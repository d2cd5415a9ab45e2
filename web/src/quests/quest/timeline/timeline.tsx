import type { Quest, QuestEvent } from '@furrow/sdk'
import { type ReactNode, useState } from 'react'
import { Failed } from '../../../service/failed.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Loading } from '../../../ui/states.tsx'
import { Countdown, When } from '../../../ui/time.tsx'
import { aboutApplications } from './about-applications.tsx'
import { aheadOf } from './ahead.tsx'
import { deedOf, type Entry, entriesOf, timeOf } from './entries.ts'
import { Happened } from './happened.tsx'
import { OnChain, TransactionLink } from './transactions.tsx'
import { useEvents } from './use-events.ts'

/** What happened to a quest, and what will by itself, in order. */
export function Timeline({ quest }: { quest: Quest }) {
  const { data, error, refetch } = useEvents(quest)
  return (
    <Card as="section" className="grid gap-4">
      <h2 className="text-xl font-semibold">Timeline</h2>
      {data ? (
        <Entries quest={quest} events={data} />
      ) : error ? (
        <Failed error={error} retry={refetch} />
      ) : (
        <Loading label="Loading the timeline" rows={1} />
      )}
    </Card>
  )
}

/** So many are shown at first, the newest. */
const most = 50

function Entries({ quest, events }: { quest: Quest; events: readonly QuestEvent[] }) {
  const [all, setAll] = useState(false)
  const entries = entriesOf(events.filter(isOfPublicInterest), quest.funding.transactions ?? [])
  const earlier = all ? 0 : Math.max(0, entries.length - most)
  return (
    <>
      {earlier > 0 && <Button onClick={() => setAll(true)}>Show what happened before ({earlier})</Button>}
      <ol className="grid gap-4 border-l-2 border-line pl-5">
        {entries.slice(earlier).map(entry => (
          <Past key={entry.event?.number ?? entry.transactions.map(deedOf)[0]} quest={quest} entry={entry} />
        ))}
        {aheadOf(quest, events).map(({ key, at, approximate, what }) => (
          <Item
            key={key}
            dot="border-slate bg-card"
            time={
              <span>
                {approximate && 'about '}
                <When at={at} exact /> (<Countdown to={at} />)
              </span>
            }
          >
            {what}
          </Item>
        ))}
      </ol>
    </>
  )
}

/** Of two hundred who applied, nobody is named: that they did is no part of the quest's story. */
function isOfPublicInterest({ kind }: QuestEvent): boolean {
  return kind === 'admitted' || !(kind in aboutApplications)
}

const alarming: ReadonlySet<string> = new Set(['disputed', 'merge-doubted', 'misfunded', 'refunded'])

function Past({ quest, entry }: { quest: Quest; entry: Entry }) {
  const { event, transactions } = entry
  const [first] = transactions
  return (
    <Item
      dot={alarming.has(event?.kind ?? '') ? 'border-danger bg-danger' : 'border-moss bg-moss'}
      time={
        <>
          <span>
            {event?.details.approximate && 'about '}
            <When at={timeOf(entry)} exact />
          </span>
          {transactions.map(transaction => (
            <TransactionLink
              key={transaction.hash}
              transaction={transaction}
              chainId={quest.funding.chainId}
            />
          ))}
        </>
      }
    >
      {event ? <Happened event={event} quest={quest} /> : first && <OnChain transaction={first} />}
    </Item>
  )
}

function Item({ dot, time, children }: { dot: string; time: ReactNode; children: ReactNode }) {
  return (
    <li className="relative grid gap-0.5 text-sm">
      <span
        aria-hidden="true"
        className={`absolute top-1.5 -left-[1.64rem] size-3 rounded-full border-2 ${dot}`}
      />
      <div className="[overflow-wrap:anywhere]">{children}</div>
      <div className="flex flex-wrap gap-x-3 text-muted">{time}</div>
    </li>
  )
}
