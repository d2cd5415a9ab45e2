import { commentEditMinutes, type Quest, type QuestComment } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSession } from '../../../auth/session.tsx'
import { ReportButton } from '../../../moderation/report-button.tsx'
import { useNameOf } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { useConfig } from '../../../service/use-config.ts'
import { sameAddress } from '../../../ui/address.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { useNow } from '../../../ui/time.tsx'
import { useCommentAct } from './use-comments.ts'

type CommentActionsProps = {
  quest: Quest
  comment: QuestComment
  onAnswer: (() => void) | null
  onEdit: () => void
}

/** This user's possible actions on this comment. */
export function CommentActions({ quest, comment, onAnswer, onEdit }: CommentActionsProps) {
  const { id, author, number } = comment
  const { address } = useSession()
  const { platformWallet } = useConfig()
  // Read aloud, the buttons of many comments are told from each other by this name.
  const who = useNameOf(author)
  if (address === null) return null
  const own = sameAddress(address, author)
  const gives = sameAddress(address, quest.giver)
  const of = (
    <span className="sr-only">
      {' '}
      <Trans comment="Read aloud after the word on a button: Answer, Edit, Report">
        comment {number} by {who}
      </Trans>
    </span>
  )
  return (
    <div className="-ml-3 flex flex-wrap text-muted max-sm:-ml-2 max-sm:[&_button]:!px-2">
      {onAnswer && (
        <Button variant="quiet" onClick={onAnswer}>
          <Trans context="action">Answer</Trans>
          {of}
        </Button>
      )}
      {own && <EditButton comment={comment} of={of} onEdit={onEdit} />}
      {gives && <PinButton quest={quest} comment={comment} of={of} />}
      <ReportButton kind="comment" id={id} owner={author} of={of} />
      {(own || gives || sameAddress(address, platformWallet)) && (
        <DeleteButton quest={quest} comment={comment} of={of} />
      )}
    </div>
  )
}

type OwnProps = Pick<CommentActionsProps, 'quest' | 'comment'> & {
  /** The comment, read aloud after the word on the button. */
  of: ReactNode
}

function EditButton({ comment, of, onEdit }: Omit<OwnProps, 'quest'> & { onEdit: () => void }) {
  const now = useNow(30_000)
  if (now >= Date.parse(comment.createdAt) + commentEditMinutes * 60_000) return null
  return (
    <Button variant="quiet" onClick={onEdit}>
      <Trans>Edit</Trans>
      {of}
    </Button>
  )
}

function PinButton({ quest, comment: { id, pinnedAt }, of }: OwnProps) {
  const pin = useCommentAct(quest, (pinned: boolean) =>
    furrow.quests.changeComment({ commentId: id, pinned }),
  )
  return (
    <Button variant="quiet" busy={pin.isPending} onClick={() => pin.mutate(pinnedAt === null)}>
      {pinnedAt === null ? <Trans context="action">Pin</Trans> : <Trans>Unpin</Trans>}
      {of}
    </Button>
  )
}

function DeleteButton({ quest, comment: { id }, of }: OwnProps) {
  const remove = useCommentAct(quest, () => furrow.quests.deleteComment(id), t`The comment is deleted.`)
  return (
    <ConfirmButton
      variant="quiet"
      question={t`The text is gone for good. Others still see that there was a comment, and who deleted it.`}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      <Trans>Delete</Trans>
      {of}
    </ConfirmButton>
  )
}
