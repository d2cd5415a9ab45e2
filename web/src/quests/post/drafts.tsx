import type { QuestDraft } from '@furrow/sdk'
import { useQuery } from '@tanstack/react-query'
import { furrow } from '../../service/furrow.ts'
import { useAct } from '../../service/use-act.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Tag } from '../../ui/tag.tsx'
import { When } from '../../ui/time.tsx'

/** One's own drafts and templates, if there are any. */
export function Drafts() {
  const { data } = useQuery({ queryKey: ['drafts', 'list'], queryFn: () => furrow.quests.drafts.list() })
  const drafts = data?.items ?? []
  if (drafts.length === 0) return null
  return (
    <Card as="section">
      <details>
        <summary className="cursor-pointer font-semibold">Your drafts ({drafts.length})</summary>
        <ul className="mt-3 grid gap-3">
          {drafts.map(draft => (
            <DraftLine key={draft.id} draft={draft} />
          ))}
        </ul>
      </details>
    </Card>
  )
}

function DraftLine({ draft }: { draft: QuestDraft }) {
  const name = draft.quest.title?.trim() || 'No title yet'
  const remove = useAct(() => furrow.quests.drafts.delete(draft.id), {
    done: 'The draft is deleted.',
    invalidate: [['drafts', 'list']],
  })
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line pt-3">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {name} {draft.template && <Tag>Template</Tag>}
        <span className="block text-sm text-muted">
          saved <When at={draft.updatedAt} />
        </span>
      </span>
      <LinkButton to="/quests/new" search={{ draft: draft.id }} aria-label={`Go on with ${name}`}>
        Go on
      </LinkButton>
      <Button busy={remove.isPending} onClick={() => remove.mutate()} aria-label={`Delete the draft ${name}`}>
        Delete
      </Button>
    </li>
  )
}
