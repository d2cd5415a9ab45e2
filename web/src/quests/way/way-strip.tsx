import type { EscrowTransaction, Quest, QuestEvent } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSession } from '../../auth/session.tsx'
import { locale } from '../../language/i18n.ts'
import { chainName } from '../../service/chain-name.ts'
import { useExplorer } from '../../service/use-explorer.ts'
import { sameAddress, shortAddress } from '../../ui/address.ts'
import { Amount, plainAmount } from '../../ui/amount.tsx'
import { Countdown, ShortWhen, When } from '../../ui/time.tsx'
import { type Custody, custodyOf, custodySentence, type Reader } from './custody.ts'
import { type Step, wayOf } from './way.ts'
import { WayMark } from './way-mark.tsx'

type WayStripProps = { quest: Quest; events?: readonly QuestEvent[] | undefined }

/** The way of the money across a quest's page: the deposit, its place, and its next move. It stays in sight. */
export function WayStrip({ quest, events }: WayStripProps) {
  const { address } = useSession()
  const way = wayOf(quest, events)
  const custody = custodyOf(quest)
  const reader = readerOf(quest, address)
  return (
    <section
      aria-label={t`The way of the money`}
      className="z-20 -mx-4 border-y border-line bg-card px-3.5 py-3 sm:mx-0 sm:rounded-2xl sm:border sm:px-6 sm:py-4 [@media(min-height:38rem)]:sticky [@media(min-height:38rem)]:top-16 print:static"
    >
      <ol className="grid grid-cols-[repeat(5,minmax(min-content,1fr))] sm:grid-cols-[1.25fr_1fr_1fr_1.15fr_1.1fr]">
        {way.steps.map((step, index) => (
          <StepOfWay
            key={step.key}
            quest={quest}
            step={step}
            places={way.places}
            next={way.steps[index + 1]}
            custody={custody}
            disputed={way.fork?.open ?? 0}
            isYours={isOf(quest, step, reader)}
          />
        ))}
      </ol>
    </section>
  )
}

type WayWordsProps = {
  quest: Quest /** Said of another giver than that of a quest. */
  custody?: string | null
}

/** The part below the strip that scrolls away: who has the money, in words, and how much of it is where. */
export function WayWords({ quest, custody = null }: WayWordsProps) {
  const { address } = useSession()
  const { funding } = quest
  const explorer = useExplorer(funding.chainId)
  const isSplit = funding.released !== '0' || funding.refunded !== '0'
  const parts: readonly (readonly [string, string])[] = [
    [funding.rail === 'chain' ? t`Held` : t`Promised`, wayOf(quest).left],
    [funding.rail === 'chain' ? t`Paid` : t`Released`, funding.released],
    [quest.companionOf === undefined ? t`Back to the giver` : t`Went back`, funding.refunded],
  ]
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 text-sm text-muted">
      <p>
        {custody ?? custodySentence(quest, readerOf(quest, address))}{' '}
        {funding.escrow && funding.chainId !== undefined && (
          <Outside href={explorer && `${explorer}/address/${funding.escrow}`}>
            <span title={funding.escrow}>
              <ContractName escrow={funding.escrow} chainId={funding.chainId} />
            </span>
          </Outside>
        )}
        {funding.noticeEndsAt && funding.status === 'funded' && (
          <>
            {' '}
            <Trans>
              The giver gave notice: from <When at={funding.noticeEndsAt} exact /> on, unearned money can go
              back.
            </Trans>
          </>
        )}
      </p>
      {isSplit && (
        <dl className="flex flex-wrap gap-x-5 gap-y-1">
          {parts
            .filter(([, amount]) => amount !== '0')
            .map(([name, amount]) => (
              <div key={name} className="flex gap-1.5">
                <dt>
                  <Trans>{name}:</Trans>
                </dt>
                <dd>
                  <Amount amount={amount} token={funding.token} />
                </dd>
              </div>
            ))}
        </dl>
      )}
    </div>
  )
}

type StepProps = {
  quest: Quest
  step: Step
  places: number
  next: Step | undefined
  custody: Custody
  disputed: number
  isYours: boolean
}

function StepOfWay({ quest, step, places, next, custody, disputed, isYours }: StepProps) {
  const { key, label, state, transactions } = step
  const isNow = state === 'now' || state === 'disputed'
  const tone =
    state === 'disputed'
      ? 'text-danger'
      : isNow
        ? isYours
          ? 'text-moss'
          : 'text-slate'
        : state === 'done' || state === 'part' || state === 'back'
          ? 'text-ink'
          : 'text-muted'
  return (
    <li aria-current={isNow ? 'step' : undefined} className="grid min-w-0 content-start gap-1.5">
      <span className="flex items-center">
        <WayMark step={step} custody={custody} isYours={isYours} />
        {next && (
          <span
            aria-hidden="true"
            className="relative mx-1 h-0.5 flex-1 overflow-hidden rounded-full bg-line sm:mx-1.5"
          >
            <span
              className="absolute inset-y-0 left-0 bg-muted"
              style={{
                width: `${Math.round((Math.min(places, next.reached + next.waiting) / places) * (next.state === 'off' || next.state === 'ahead' ? 0 : 100))}%`,
              }}
            />
          </span>
        )}
      </span>
      <span className="grid pr-1 sm:pr-2">
        <span
          className={`text-xs leading-5 font-semibold max-sm:tracking-tight sm:text-sm ${key === 'handed-in' ? 'whitespace-nowrap' : 'hyphens-auto break-words'} ${tone}`}
        >
          {label}
          {state === 'off' && key !== 'funds' && (
            <span className="sr-only">
              {' '}
              <Trans>(not any more)</Trans>
            </span>
          )}
        </span>
        <span className="text-xs leading-4 text-muted sm:text-sm sm:leading-5">
          <Value quest={quest} step={step} places={places} disputed={disputed} />
        </span>
        {transactions.length > 0 && <Transactions quest={quest} transactions={transactions} />}
      </span>
    </li>
  )
}

type ValueProps = Pick<StepProps, 'quest' | 'step' | 'places' | 'disputed'>

/** The one figure of a step: an amount, a time, a rest, or a number of places. */
function Value({ quest, step, places, disputed }: ValueProps): ReactNode {
  const { key, state, at, until, amount, reached, waiting } = step
  const token = quest.rewardToken
  if (key === 'funds')
    return <Timed at={at}>{amount !== null && <Amount amount={amount} token={token} />}</Timed>
  if (key === 'paid') {
    if (amount !== null)
      return (
        <Timed at={at}>
          {places > 1 ? (
            <Trans>
              {reached} of {places}, <Amount amount={amount} token={token} />
            </Trans>
          ) : (
            <Amount amount={amount} token={token} />
          )}
        </Timed>
      )
    return state === 'off' ? null : <span>{places === 1 ? <Due quest={quest} /> : countOf(0, places)}</span>
  }
  if (key === 'review' && waiting > 0) return <InReview step={step} places={places} disputed={disputed} />
  // A step that some of several places took before the end says so; any other is only named.
  if (state === 'off' && (places === 1 || reached === 0)) return null
  if (places > 1)
    return key === 'review' ? (reached > 0 ? throughOf(reached) : null) : countOf(reached, places)
  if (state === 'now') {
    if (key === 'taken')
      return quest.paused ? t`paused` : t({ message: 'open', context: 'status of a quest' })
    return until ? (
      <Trans>
        place ends <ShortWhen at={until} />
      </Trans>
    ) : null
  }
  return at ? <ShortWhen at={at} /> : null
}

function countOf(reached: number, places: number): string {
  return t`${reached} of ${places}`
}

function throughOf(reached: number): string {
  return plural(reached, { one: '# through', other: '# through' })
}

function ContractName({ escrow, chainId }: { escrow: string; chainId: number }) {
  const contract = shortAddress(escrow)
  const chain = chainName(chainId)
  return (
    <Trans>
      Contract {contract}, {chain}
    </Trans>
  )
}

/** The first due time; for several places their number, and the number of disputed ones. */
function InReview({ step: { waiting, until }, places, disputed }: Omit<ValueProps, 'quest'>) {
  const inReview = waiting - disputed
  return (
    <span className="grid font-semibold">
      {until && (
        <span className={inReview > 0 ? 'text-slate' : 'text-danger'}>
          {places > 1 && inReview > 0 && <span className="max-sm:sr-only">{inReview}: </span>}
          <span className="max-sm:[&_time]:whitespace-normal">
            <Countdown to={until} clock />
          </span>
        </span>
      )}
      {places > 1 && disputed > 0 && (
        <span className="text-danger">
          <Plural value={disputed} one="# disputed" other="# disputed" />
        </span>
      )}
    </span>
  )
}

function Due({ quest }: { quest: Quest }) {
  return (
    <span className="[&_span]:font-normal [&_span]:text-muted">
      <Amount amount={plainAmount(quest.rewardAmount)} token={quest.rewardToken} />
    </span>
  )
}

/** Shows the moment itself as a tooltip. */
function Timed({ at, children }: { at: string | null; children: ReactNode }) {
  if (at === null) return children
  return (
    <time dateTime={at} title={new Date(at).toLocaleString(locale)}>
      {children}
    </time>
  )
}

function Transactions({ quest, transactions }: { quest: Quest; transactions: readonly EscrowTransaction[] }) {
  const explorer = useExplorer(quest.funding.chainId)
  const last = transactions.at(-1) as EscrowTransaction
  // One may have paid several farmers.
  const others = new Set(transactions.map(({ hash }) => hash)).size - 1
  const { hash } = last
  const transaction = shortAddress(hash)
  return (
    <span
      className="w-0 min-w-full truncate text-xs leading-4 text-muted tabular-nums"
      title={t`transaction ${hash}`}
    >
      <Outside href={explorer && `${explorer}/tx/${last.hash}`}>
        {last.status === 'pending' ? (
          <Trans>
            <span className="sr-only">transaction </span>
            pending
          </Trans>
        ) : (
          <Trans>
            <span className="sr-only">transaction </span>
            {transaction}
          </Trans>
        )}
      </Outside>
      {others > 0 && ` +${others}`}
    </span>
  )
}

function Outside({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children
  return (
    <a href={href} className="py-1 underline" rel="noreferrer">
      {children}
    </a>
  )
}

function readerOf(quest: Quest, address: string | null): Reader {
  if (sameAddress(address, quest.giver)) return 'giver'
  return quest.farmers.some(farmer => sameAddress(farmer.address, address)) ? 'farmer' : 'other'
}

/** Whether this step waits for the reader: it is green then. */
function isOf(quest: Quest, { key, state }: Step, reader: Reader): boolean {
  if (state !== 'now') return false
  if (key === 'taken') return reader === 'other' && !quest.paused
  return key === 'handed-in' ? reader === 'farmer' : reader === 'giver'
}
