import type { Quest, QuestComment } from '@furrow/sdk'
import { useState } from 'react'
import { useSession } from '../../../auth/session.tsx'
import { furrow } from '../../../service/furrow.ts'
import { useConfig } from '../../../service/use-config.ts'
import { sameAddress, shortAddress } from '../../../ui/address.ts'
import { Button } from '../../../ui/button.tsx'
import { CommentForm } from './comment-form.tsx'
import { useCommentAct } from './use-comments.ts'

type WriteCommentProps = {
  quest: Quest
  closed: boolean
  answered: QuestComment | null
  onDone: () => void
}

/** Where one asks, or answers; or why one cannot. */
export function WriteComment({ quest, closed, answered, onDone }: WriteCommentProps) {
  const { address, ask } = useSession()
  const { platformWallet } = useConfig()
  const write = useCommentAct(
    quest,
    (body: string) =>
      furrow.quests.comment({ questId: quest.id, body, ...(answered && { replyTo: answered.id }) }),
    'Your comment is there for everyone to read.',
  )
  // Who is typing when the giver closes the comments keeps what he typed.
  const [wasOpen] = useState(!closed)
  const mayAlways = sameAddress(address, quest.giver) || sameAddress(address, platformWallet)
  const isClosed = closed && !mayAlways
  const over = isClosed && <p className="text-muted">The giver takes no more comments.</p>
  if (isClosed && !wasOpen) return over
  if (address === null)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p>Sign in to ask something.</p>
        <Button onClick={ask}>Sign in with your wallet</Button>
      </div>
    )
  return (
    <>
      {over}
      <CommentForm
        name={`comment of ${quest.id}`}
        label={
          answered
            ? `Your answer to comment ${answered.number} by ${shortAddress(answered.author)}`
            : 'Your comment'
        }
        hint="Markdown. Everyone can read it, without signing in: no keys, no addresses of homes, nothing that is private."
        send={answered ? 'Answer' : 'Comment'}
        about={answered?.id ?? null}
        busy={write.isPending}
        onSend={async body => {
          await write.mutateAsync(body)
          onDone()
        }}
        onCancel={answered ? onDone : undefined}
      />
    </>
  )
}
