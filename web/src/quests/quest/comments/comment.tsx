import type { Quest, QuestComment } from '@furrow/sdk'
import { useState } from 'react'
import { AddressLink } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { MarkdownText } from '../../../ui/markdown-text.tsx'
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
  /** The number of the comment that it answers, where that can be seen. */
  answers: number | undefined
  onAnswer: (() => void) | null
  /** Whether the address of the page names it. */
  isTarget: boolean
}

/** A comment, or the mark of one that was deleted. */
export function Comment({ quest, comment, answers, onAnswer, isTarget }: CommentProps) {
  const { author, body, createdAt, deleted, editedAt, hidden, number, pinnedAt, replyTo } = comment
  const [editing, setEditing] = useState(false)
  const edit = useCommentAct(quest, (text: string) =>
    furrow.quests.changeComment({ commentId: comment.id, body: text }),
  )
  return (
    <SaidCard
      id={`comment-${number}`}
      author={author}
      at={createdAt}
      isTarget={isTarget}
      heading={
        <>
          <AddressLink address={author} /> <PartTag quest={quest} address={author} />
        </>
      }
      more={
        <>
          {editedAt && <span>changed since</span>}
          {pinnedAt && <Tag tone="soil">Pinned</Tag>}
          {replyTo && (
            <span>
              answers{' '}
              {answers === undefined ? (
                <AddressLink address={replyTo.author} />
              ) : (
                <a href={`#comment-${answers}`} className="underline">
                  comment {answers}
                </a>
              )}
            </span>
          )}
        </>
      }
    >
      {deleted ? (
        <p className="text-muted italic">
          Deleted by {deleters[deleted.by] ?? deleted.by} <When at={deleted.at} />.
        </p>
      ) : hidden ? (
        <p className="text-muted italic">
          Hidden by a moderator <When at={hidden.at} />.
        </p>
      ) : editing ? (
        <CommentForm
          name={`comment ${comment.id}`}
          label="Your comment"
          send="Save"
          text={body}
          about={comment.id}
          busy={edit.isPending}
          onSend={async text => {
            await edit.mutateAsync(text)
            setEditing(false)
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <>
          <MarkdownText text={body} />
          <CommentActions
            quest={quest}
            comment={comment}
            onAnswer={onAnswer}
            onEdit={() => setEditing(true)}
          />
        </>
      )}
    </SaidCard>
  )
}

const deleters: Readonly<Record<string, string>> = {
  author: 'its author',
  giver: 'the giver',
  platform: 'the platform',
}
