import type { Quest, QuestComment } from '@furrow/sdk'
import { useState } from 'react'
import { AddressLink } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { useConfig } from '../../../service/use-config.ts'
import { nobody, sameAddress } from '../../../ui/address.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { MarkdownText } from '../../../ui/markdown-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { When } from '../../../ui/time.tsx'
import { CommentActions } from './comment-actions.tsx'
import { CommentForm } from './comment-form.tsx'
import { useCommentAct } from './use-comments.ts'

export type CommentProps = {
  quest: Quest
  comment: QuestComment
  /** The number of the comment that it answers, where that can be seen. */
  answers: number | undefined
  onAnswer: (() => void) | null
}

/** A comment, or the mark of one that was deleted. */
export function Comment({ quest, comment, answers, onAnswer }: CommentProps) {
  const { author, body, createdAt, deleted, editedAt, hidden, number, pinnedAt, replyTo } = comment
  const [editing, setEditing] = useState(false)
  const edit = useCommentAct(quest, (text: string) =>
    furrow.quests.changeComment({ commentId: comment.id, body: text }),
  )
  return (
    <li id={`comment-${number}`} className="flex scroll-mt-24 gap-3">
      <Avatar address={author} size={36} />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <AddressLink address={author} />
          <Part quest={quest} address={author} />
          <span>
            <When at={createdAt} />
            {editedAt && ', changed since'}
          </span>
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
        </div>
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
      </div>
    </li>
  )
}

const deleters: Readonly<Record<string, string>> = {
  author: 'its author',
  giver: 'the giver',
  platform: 'the platform',
}

/** What somebody is in this quest. */
function Part({ quest, address }: { quest: Quest; address: string }) {
  const { platformWallet } = useConfig()
  if (sameAddress(address, quest.giver)) return <Tag tone="soil">Giver</Tag>
  if (quest.farmers.some(farmer => sameAddress(farmer.address, address))) return <Tag tone="moss">Farmer</Tag>
  return sameAddress(address, platformWallet ?? nobody) ? <Tag>Platform</Tag> : null
}
