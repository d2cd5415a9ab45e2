import type { Quest, QuestComment, QuestEvent } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useSession } from '../../../auth/session.tsx'
import { locale } from '../../../language/i18n.ts'
import { useNameOf } from '../../../service/address-link.tsx'
import { Failed } from '../../../service/failed.tsx'
import { useConfig } from '../../../service/use-config.ts'
import { sameAddress } from '../../../ui/address.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/field.tsx'
import { letGoOfFormerTrees } from '../../../ui/let-go.ts'
import { isNarrow } from '../../../ui/narrow.ts'
import { Loading } from '../../../ui/states.tsx'
import { Countdown, When } from '../../../ui/time.tsx'
import { CloseButton } from '../comments/close-button.tsx'
import { Comment } from '../comments/comment.tsx'
import type { CommentsFrom, Part } from '../comments/part-of-thread.ts'
import { useComments } from '../comments/use-comments.ts'
import { WriteComment } from '../comments/write-comment.tsx'
import { aboutApplications } from '../timeline/about-applications.tsx'
import { aheadOf } from '../timeline/ahead.tsx'
import { useEvents } from '../timeline/use-events.ts'
import { Happening } from './happening.tsx'
import { Line } from './line.tsx'
import { beginningOf, earlierThan, type Item, partOf, threadOf, windowOf } from './thread.ts'
import { type Shown, useFold } from './use-fold.ts'
import { useHeld } from './use-held.ts'
import { useSlices } from './use-slices.ts'
import { useTarget } from './use-target.ts'

letGoOfFormerTrees()

/**
 * Each of thousands of items is laid out by itself: one that comes moves the others, and nothing in them is prepared anew. Shadows
 * and rings reach beyond an item. `content-visibility` would hide what is out of sight from screen readers too.
 */
const apart = '*:contain-content *:[overflow-clip-margin:1rem] print:*:contain-none'

const figure = new Intl.NumberFormat(locale)

/** All that happened to a quest and all that people said about it, in one thread, and the steps that come by themselves. */
export function Conversation({ quest }: { quest: Quest }) {
  const events = useEvents(quest)
  const comments = useComments(quest.id)
  const heading = useId()
  const error = events.error ?? comments.error
  return (
    <section aria-labelledby={heading} className="grid gap-4 [overflow-anchor:none]">
      {events.data && comments.data ? (
        <Thread
          headingId={heading}
          quest={quest}
          events={events.data}
          comments={comments.data}
          reach={comments.reach}
          keep={comments.keep}
          busy={comments.isFetching || comments.isError}
        />
      ) : (
        <>
          <Heading id={heading} count={0} />
          {error ? (
            <Failed error={error} retry={() => Promise.all([events.refetch(), comments.refetch()])} />
          ) : (
            <Loading label={t`Loading the conversation`} rows={2} />
          )}
        </>
      )}
    </section>
  )
}

function Heading({ id, count }: { id: string; count: number }) {
  return (
    <h2 id={id} className="text-xl font-semibold">
      <Trans>Conversation</Trans>{' '}
      {count > 0 && (
        <span className="text-base font-normal text-muted tabular-nums">
          <Plural value={count} one="# comment" other="# comments" />
        </span>
      )}
    </h2>
  )
}

/** Steps ahead that are told of: with many farmers there are as many. A phone has room for the next one. */
const soonestOf = { wide: 3, narrow: 1 } as const

/** A shorter thread needs no choice of order. */
const worthOrdering = 8

type ThreadProps = {
  headingId: string
  quest: Quest
  events: readonly QuestEvent[]
  comments: CommentsFrom
  reach: (number?: number) => Promise<void>
  keep: (part: Part) => void
  busy: boolean
}

function Thread({
  headingId,
  quest,
  events,
  comments: { thread, comments, until, from },
  reach,
  keep,
  busy,
}: ThreadProps) {
  const { address } = useSession()
  const orderId = useId()
  const [newestFirst, setNewestFirst] = useState(false)
  const [answered, setAnswered] = useState<QuestComment | null>(null)
  const { transactions } = quest.funding
  // Items stay the same ones while earlier ones are drawn.
  const items = useMemo(
    () => threadOf(events.filter(isOfPublicInterest), transactions ?? [], comments),
    [events, transactions, comments],
  )
  // The beginning is settled once: a new item removes none of the shown ones, until they are very many.
  const [{ since, first }, setShown] = useState<Shown>(() => ({
    since: beginningOf(items, isNarrow()),
    first: 1,
  }))
  const setSince = (since: string) => setShown(shown => ({ ...shown, since }))
  const { shown, isGrowing } = useSlices(windowOf(items, since, { until, from }, first))
  // A reader who asked for earlier items keeps them.
  const [readBack, setReadBack] = useState(false)
  const { head, hidden, tail } = shown
  const closed = thread.closedAt !== null
  // People talk on the quest itself, and not where somebody adds to its reward.
  const isTalkedIn = quest.companionOf === undefined
  const mayWrite = isTalkedIn && address !== null && (!closed || sameAddress(address, quest.giver))
  const numbers = useMemo(
    () => new Map([...thread.pinned, ...comments].map(({ id, number }) => [id, number])),
    [thread, comments],
  )
  const pinned = new Set(thread.pinned.map(({ id }) => id))
  const evidence = useEvidenceNumbers(quest, events)

  function reachItem(id: string) {
    const number = Number(/^comment-(\d+)$/.exec(id)?.[1])
    const isKnown = items.some(item => item.id === id)
    if (!isKnown && !(number < from)) return
    setReadBack(true)
    setSince(id)
    // Items older than the oldest loaded comment are shown once the comments before it are loaded too.
    if (!busy) reach(number || undefined)
  }
  const isShown = (id: string) =>
    [...head, ...tail].some(item => item.id === id) ||
    thread.pinned.some(({ number }) => id === `comment-${number}`)
  const target = useTarget(isShown, reachItem)
  const [loading, setLoading] = useState(false)
  const held = useHeld()
  const focusOnNew = useFocusOnNew(isGrowing ? undefined : (head.length > 0 ? tail[0] : tail[1])?.id)
  useFold(held, readBack ? { ...shown, tail: [] } : shown, newestFirst, folded => {
    setShown(folded)
    keep(partOf(items, folded.since, folded.first))
  })

  async function showEarlier() {
    focusOnNew()
    setReadBack(true)
    setSince(earlierThan(items, tail[0]?.id ?? ''))
    setLoading(true)
    await reach()
    setLoading(false)
  }

  const showComment = (comment: QuestComment) => (
    <Comment
      key={comment.id}
      quest={quest}
      comment={comment}
      answers={comment.replyTo ? numbers.get(comment.replyTo.id) : undefined}
      onAnswer={mayWrite ? setAnswered : null}
      isTarget={target === `comment-${comment.number}`}
    />
  )
  const show = ({ id, comment, entry }: Item): ReactNode => {
    if (comment !== null)
      return pinned.has(comment.id) ? <PinnedLine key={comment.id} comment={comment} /> : showComment(comment)
    return (
      entry && (
        <Happening
          key={id}
          quest={quest}
          id={id}
          entry={entry}
          evidence={entry.event === null ? undefined : evidence.get(entry.event.number)}
          isTarget={target === id}
        />
      )
    )
  }
  const steps = useMemo(() => aheadOf(quest, events), [quest, events])
  const [soonest] = useState(() => soonestOf[isNarrow() ? 'narrow' : 'wide'])
  const later = steps.length - soonest
  const ahead = steps.slice(0, soonest).map(({ key, at, approximate, what }) => (
    <Line
      key={`ahead ${key}`}
      dot="ahead"
      time={
        <span>
          {approximate ? (
            <Trans comment="A time that is not exact">
              about <When at={at} exact />
            </Trans>
          ) : (
            <When at={at} exact />
          )}{' '}
          (<Countdown to={at} />)
        </span>
      }
    >
      {what}
    </Line>
  ))
  const earlier = figure.format(hidden)
  const gap = hidden > 0 && (
    <li
      key="gap"
      className="relative grid justify-items-center border-y border-dashed border-line bg-paper py-2"
    >
      <Button busy={loading || isGrowing} onClick={showEarlier}>
        <Trans>Show earlier ({earlier})</Trans>
      </Button>
      <span className="hidden print:inline">
        <Plural value={hidden} one="# earlier entry is not shown." other="# earlier entries are not shown." />
      </span>
    </li>
  )
  const rest = later > 0 && (
    <li key="later" className="pl-10 text-sm text-muted">
      <Plural
        value={later}
        one="# further step comes by itself."
        other="# further steps come by themselves."
      />
    </li>
  )
  const all = [...head.map(show), gap, ...tail.map(show), ...ahead, rest]
  const composer = isTalkedIn && (
    <div ref={newestFirst ? null : held.composer} className="print:hidden">
      <Card>
        <WriteComment quest={quest} closed={closed} answered={answered} onDone={() => setAnswered(null)} />
      </Card>
    </div>
  )

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading id={headingId} count={thread.commentCount} />
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          {isTalkedIn && sameAddress(address, quest.giver) && <CloseButton quest={quest} closed={closed} />}
          {items.length + hidden >= worthOrdering && (
            <>
              <label htmlFor={orderId} className="sr-only">
                <Trans>Order of the conversation</Trans>
              </label>
              <Select
                id={orderId}
                className="!w-auto"
                value={newestFirst ? 'newest' : 'oldest'}
                onChange={event => setNewestFirst(event.target.value === 'newest')}
              >
                <option value="oldest">
                  <Trans>Oldest first</Trans>
                </option>
                <option value="newest">
                  <Trans>Newest first</Trans>
                </option>
              </Select>
            </>
          )}
        </div>
      </div>
      {thread.pinned.length > 0 && (
        <ul aria-label={t`Pinned`} className="grid gap-4 rounded-2xl border border-soil/40 p-3">
          {thread.pinned.map(showComment)}
        </ul>
      )}
      {newestFirst && composer}
      <ol
        ref={held.list}
        aria-labelledby={headingId}
        className={`relative space-y-3 sm:space-y-4 before:absolute before:inset-y-2 before:left-4 before:w-px before:bg-line ${apart}`}
      >
        {newestFirst ? all.toReversed() : all}
      </ol>
      {!newestFirst && composer}
    </>
  )
}

/** A pinned comment stands above; the thread only tells that it was written. */
function PinnedLine({ comment }: { comment: QuestComment }) {
  const { number, author, createdAt } = comment
  const who = useNameOf(author)
  return (
    <Line dot="past" time={<When at={createdAt} exact />}>
      <Trans>
        {who} wrote{' '}
        <a href={`#comment-${number}`} className="underline">
          comment {number}
        </a>
        , which is pinned above.
      </Trans>
    </Line>
  )
}

/** Applicants are not named here: two hundred applications are no part of the quest's story. */
function isOfPublicInterest({ kind }: QuestEvent): boolean {
  return kind === 'admitted' || !(kind in aboutApplications)
}

/** The number of the piece of evidence in each event, where the reader may see it. */
function useEvidenceNumbers({ giver }: Quest, events: readonly QuestEvent[]): ReadonlyMap<number, number> {
  const { address } = useSession()
  const { platformWallet } = useConfig()
  const seesAll = sameAddress(address, giver) || sameAddress(address, platformWallet)
  const pieces = events.filter(
    ({ kind, farmer }) => kind === 'evidence-added' && (seesAll || sameAddress(address, farmer)),
  )
  const byFarmer = [...Map.groupBy(pieces, ({ farmer }) => farmer).values()]
  return new Map(byFarmer.flatMap(own => own.map(({ number }, index) => [number, index + 1] as const)))
}

/** After a call of the returned function, the focus moves to the first item as soon as another one is first. While items are drawn none is. */
function useFocusOnNew(first: string | undefined): () => void {
  const before = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (first === undefined || before.current === undefined || before.current === first) return
    before.current = undefined
    document.getElementById(first)?.focus()
  }, [first])
  return () => {
    before.current = first
  }
}
