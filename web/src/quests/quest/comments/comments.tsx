import type { Quest, QuestComment } from '@furrow/sdk'
import { useId, useState } from 'react'
import { useSession } from '../../../auth/session.tsx'
import { Failed } from '../../../service/failed.tsx'
import { sameAddress } from '../../../ui/address.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/field.tsx'
import { Loading } from '../../../ui/states.tsx'
import { CloseButton } from './close-button.tsx'
import { Comment } from './comment.tsx'
import { type Order, useComments } from './use-comments.ts'
import { WriteComment } from './write-comment.tsx'

/** Questions, answers, and how the work goes: what people write about a quest, for everyone to read. */
export function Comments({ quest }: { quest: Quest }) {
  const [order, setOrder] = useState<Order>('oldest')
  const [answered, setAnswered] = useState<QuestComment | null>(null)
  const { address } = useSession()
  const orderId = useId()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useComments(
    quest.id,
    order,
  )
  const count = data?.thread.commentCount ?? 0
  const closed = (data?.thread.closedAt ?? null) !== null
  const mayWrite = address !== null && (!closed || sameAddress(address, quest.giver))
  const rest = data?.comments.filter(({ pinnedAt }) => pinnedAt === null) ?? []
  const numbers = new Map(data?.comments.map(({ id, number }) => [id, number]))

  const show = (comment: QuestComment) => (
    <Comment
      key={comment.id}
      quest={quest}
      comment={comment}
      answers={comment.replyTo ? numbers.get(comment.replyTo.id) : undefined}
      onAnswer={mayWrite ? () => setAnswered(comment) : null}
    />
  )

  return (
    <Card as="section" className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">
          Questions and answers{' '}
          {count > 0 && <span className="text-muted tabular-nums">{count.toLocaleString()}</span>}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          {data && sameAddress(address, quest.giver) && <CloseButton quest={quest} closed={closed} />}
          {count > 1 && (
            <>
              <label htmlFor={orderId} className="sr-only">
                Order of the comments
              </label>
              <Select
                id={orderId}
                className="!w-auto"
                value={order}
                onChange={event => setOrder(event.target.value as Order)}
              >
                <option value="oldest">Oldest first</option>
                <option value="newest">Newest first</option>
              </Select>
            </>
          )}
        </div>
      </div>
      {data ? (
        <>
          {data.thread.pinned.length > 0 && (
            <ul aria-label="Pinned" className="grid gap-5 rounded-xl border border-soil/40 p-4">
              {data.thread.pinned.map(show)}
            </ul>
          )}
          {data.comments.length === 0 && <p className="text-muted">Nobody has asked anything yet.</p>}
          {rest.length > 0 && (
            <ol aria-label="Comments" className="grid gap-5">
              {rest.map(show)}
            </ol>
          )}
          {hasNextPage && (
            <Button className="justify-self-center" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
              Show more
            </Button>
          )}
          <WriteComment quest={quest} closed={closed} answered={answered} onDone={() => setAnswered(null)} />
        </>
      ) : error ? (
        <Failed error={error} retry={refetch} />
      ) : (
        <Loading label="Loading the comments" rows={1} />
      )}
    </Card>
  )
}
