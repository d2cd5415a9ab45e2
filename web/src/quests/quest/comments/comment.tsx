import type { Quest, QuestComment } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { memo, useState } from 'react'
import { ReportableText } from '../../../moderation/reportable-text.tsx'
import { AddressLink } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { Tag } from '../../../ui/tag.tsx'
import { When } from '../../../ui/time.tsx'
import { PartTag } from '../../part-tag.tsx'
import { SaidCard } from '../../said-card.tsx'
import { CommentActions } from './comment-actions.tsx'
import { CommentForm } from './comment-form.tsx'
import { useCommentAct } from './use-comments.ts'

export type CommentProps = {
  quest: Quest
  comment: QuestComment
  /** The number of the answered comment, where that can be seen. */
  answers: number | undefined
  onAnswer: ((comment: QuestComment) => void) | null
  /** Whether the address of the page names this comment. */
  isTarget: boolean
}

/** A comment, or the mark of one that was deleted. It stays as it is while others come. */
export const Comment = memo(function Comment({ quest, comment, answers, onAnswer, isTarget }: CommentProps) {
  const { author, body, createdAt, deleted, editedAt, hidden, number, pinnedAt, replyTo } = comment
  const [editing, setEditing] = useState(false)
  return (
    <SaidCard
      id={`comment-${number}`}
      author={author}
      at={createdAt}
      isTarget={isTarget}
      heading={
        <>
          <AddressLink address={author} pictured /> <PartTag quest={quest} address={author} />
        </>
      }
      more={
        <>
          {editedAt && (
            <span>
              <Trans>changed since</Trans>
            </span>
          )}
          {pinnedAt && (
            <Tag tone="soil">
              <Trans>Pinned</Trans>
            </Tag>
          )}
          {replyTo && (
            <span>
              {answers === undefined ? (
                <Trans>
                  answers <AddressLink address={replyTo.author} />
                </Trans>
              ) : (
                <Trans>
                  answers{' '}
                  <a href={`#comment-${answers}`} className="underline">
                    comment {answers}
                  </a>
                </Trans>
              )}
            </span>
          )}
        </>
      }
    >
      {deleted ? (
        <p className="text-muted italic">
          <Deleted by={deleted.by} at={deleted.at} />
        </p>
      ) : hidden ? (
        <p className="text-muted italic">
          <Trans>
            Hidden by a moderator <When at={hidden.at} />.
          </Trans>
        </p>
      ) : editing ? (
        <EditForm quest={quest} comment={comment} onEnd={() => setEditing(false)} />
      ) : (
        <>
          <ReportableText text={body} author={author} />
          <CommentActions
            quest={quest}
            comment={comment}
            onAnswer={onAnswer && (() => onAnswer(comment))}
            onEdit={() => setEditing(true)}
          />
        </>
      )}
    </SaidCard>
  )
})

type EditFormProps = Pick<CommentProps, 'quest' | 'comment'> & { onEnd: () => void }

function EditForm({ quest, comment: { id, body }, onEnd }: EditFormProps) {
  const edit = useCommentAct(quest, (text: string) =>
    furrow.quests.changeComment({ commentId: id, body: text }),
  )
  return (
    <CommentForm
      name={`comment ${id}`}
      label={t`Your comment`}
      send={t`Save`}
      text={body}
      about={id}
      busy={edit.isPending}
      onSend={async text => {
        await edit.mutateAsync(text)
        onEnd()
      }}
      onCancel={onEnd}
    />
  )
}

function Deleted({ by, at }: { by: string; at: string }) {
  const when = <When at={at} />
  if (by === 'author') return <Trans>Deleted by its author {when}.</Trans>
  if (by === 'giver') return <Trans>Deleted by the giver {when}.</Trans>
  if (by === 'platform') return <Trans>Deleted by the platform {when}.</Trans>
  return (
    <Trans>
      Deleted by {by} {when}.
    </Trans>
  )
}
