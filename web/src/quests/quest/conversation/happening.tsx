import type { EscrowTransaction, Quest, QuestEvent } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { memo } from 'react'
import { When } from '../../../ui/time.tsx'
import { Said } from '../../said.tsx'
import { SaidCard } from '../../said-card.tsx'
import { areAlike, type Entry, timeOf } from '../timeline/entries.ts'
import { Happened } from '../timeline/happened.tsx'
import { spokenIn } from '../timeline/spoken.ts'
import { OnChain, TransactionLink } from '../timeline/transactions.tsx'
import { EvidenceCard } from './evidence-card.tsx'
import { Line } from './line.tsx'

const alarming: ReadonlySet<string> = new Set(['disputed', 'merge-doubted', 'misfunded', 'refunded'])

type HappeningProps = {
  quest: Quest
  id: string
  entry: Entry
  /** The number of this piece of evidence about this farmer, for readers who may read it. */
  evidence: number | undefined
  isTarget: boolean
}

/** An event: a card where a person said something with it, else a line. It stays as it is while others come. */
export const Happening = memo(Drawn, isAlike)

function Drawn({ quest, id, entry, evidence, isTarget }: HappeningProps) {
  const { event, times, transactions } = entry
  const links = <Links quest={quest} transactions={transactions} />
  const isAlarming = alarming.has(event?.kind ?? '')
  if (event !== null && evidence !== undefined)
    return <EvidenceCard quest={quest} id={id} event={event} number={evidence} isTarget={isTarget} />
  const spoken = event && spokenIn(event, quest)
  if (event !== null && spoken !== null)
    return (
      <SaidCard
        id={id}
        author={spoken.author}
        at={event.at}
        heading={<Sentence quest={quest} event={event} />}
        more={links}
        alarming={isAlarming}
        isTarget={isTarget}
      >
        <Said
          text={spoken.text}
          url={spoken.url}
          {...(event.kind === 'submitted' && { handedInBy: spoken.author })}
        />
      </SaidCard>
    )
  const [first] = transactions
  return (
    <Line
      id={id}
      dot={isAlarming ? 'alarming' : 'past'}
      isTarget={isTarget}
      time={
        <>
          <a href={`#${id}`} className="inline-block min-h-6 hover:underline">
            {event?.details.approximate ? (
              <Trans comment="A time that is not exact">
                about <When at={timeOf(entry)} exact />
              </Trans>
            ) : (
              <When at={timeOf(entry)} exact />
            )}
          </a>
          {links}
        </>
      }
    >
      {event ? (
        <Happened event={event} quest={quest} times={times} />
      ) : (
        first && <OnChain transaction={first} />
      )}
    </Line>
  )
}

function isAlike({ entry, ...props }: HappeningProps, { entry: next, ...others }: HappeningProps): boolean {
  return (
    areAlike(entry, next) &&
    props.quest === others.quest &&
    props.id === others.id &&
    props.evidence === others.evidence &&
    props.isTarget === others.isTarget
  )
}

function Sentence({ quest, event }: { quest: Quest; event: QuestEvent }) {
  return (
    <span className="text-ink">
      <Happened event={event} quest={quest} />
    </span>
  )
}

function Links({ quest, transactions }: { quest: Quest; transactions: readonly EscrowTransaction[] }) {
  return transactions.map(transaction => (
    <TransactionLink key={transaction.hash} transaction={transaction} chainId={quest.funding.chainId} />
  ))
}
