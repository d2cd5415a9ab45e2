import type { Quest, QuestComment } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSession } from '../../../auth/session.tsx'
import { useNameOf } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { useConfig } from '../../../service/use-config.ts'
import { nobody, sameAddress } from '../../../ui/address.ts'
import { Button } from '../../../ui/button.tsx'
import { CommentForm } from './comment-form.tsx'
import { useCommentAct } from './use-comments.ts'

type WriteCommentProps = {
  quest: Quest
  closed: boolean
  answered: QuestComment | null
  onDone: () => void
}

/** The form to ask or answer; or the reason why the reader cannot. */
export function WriteComment({ quest, closed, answered, onDone }: WriteCommentProps) {
  const { address, ask } = useSession()
  const { platformWallet } = useConfig()
  const who = useNameOf(answered?.author ?? nobody)
  const write = useCommentAct(
    quest,
    (body: string) =>
      furrow.quests.comment({ questId: quest.id, body, ...(answered && { replyTo: answered.id }) }),
    t`Your comment is there for everyone to read.`,
  )
  // An author who is typing when the giver closes the comments keeps the text.
  const [wasOpen] = useState(!closed)
  const mayAlways = sameAddress(address, quest.giver) || sameAddress(address, platformWallet)
  const isClosed = closed && !mayAlways
  const over = isClosed && (
    <p className="text-muted">
      <Trans>The giver takes no more comments.</Trans>
    </p>
  )
  if (isClosed && !wasOpen) return over
  if (address === null)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p>
          <Trans>Sign in to ask something.</Trans>
        </p>
        <Button onClick={ask}>
          <Trans>Sign in with your wallet</Trans>
        </Button>
      </div>
    )
  return (
    <>
      {over}
      <CommentForm
        name={`comment of ${quest.id}`}
        label={answered ? answerTo(answered, who) : t`Your comment`}
        hint={t`Markdown. Everyone can read it, without signing in: no keys, no addresses of homes, nothing that is private.`}
        send={
          answered
            ? t({ message: 'Answer', context: 'action' })
            : t({ message: 'Comment', context: 'action' })
        }
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

function answerTo({ number }: QuestComment, who: string): string {
  return t`Your answer to comment ${number} by ${who}`
}
