import type { QuestDraft } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { furrow } from '../../service/furrow.ts'
import { useAct } from '../../service/use-act.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Tag } from '../../ui/tag.tsx'
import { When } from '../../ui/time.tsx'

/** One's own drafts and templates, if there are any. */
export function Drafts() {
  const { data } = useQuery({ queryKey: ['drafts', 'list'], queryFn: () => furrow.quests.drafts.list() })
  const drafts = data?.items ?? []
  const { length: count } = drafts
  if (count === 0) return null
  return (
    <Section>
      <details>
        <summary className="cursor-pointer font-semibold">
          <Trans>Your drafts ({count})</Trans>
        </summary>
        <ul className="mt-3 grid gap-3">
          {drafts.map(draft => (
            <DraftLine key={draft.id} draft={draft} />
          ))}
        </ul>
      </details>
    </Section>
  )
}

function DraftLine({ draft }: { draft: QuestDraft }) {
  const name = draft.quest.title?.trim() || t`No title yet`
  const remove = useAct(() => furrow.quests.drafts.delete(draft.id), {
    done: t`The draft is deleted.`,
    invalidate: [['drafts', 'list']],
  })
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line pt-3">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>{' '}
        {draft.template && (
          <Tag>
            <Trans>Template</Trans>
          </Tag>
        )}
        <span className="block text-sm text-muted">
          <Trans>
            saved <When at={draft.updatedAt} />
          </Trans>
        </span>
      </span>
      <LinkButton
        to={draft.quest.mode === 'contest' ? '/quests/contest' : '/quests/new'}
        search={{ draft: draft.id }}
        aria-label={t`Go on with ${name}`}
      >
        <Trans>Go on</Trans>
      </LinkButton>
      <Button
        busy={remove.isPending}
        onClick={() => remove.mutate()}
        aria-label={t`Delete the draft ${name}`}
      >
        <Trans>Delete</Trans>
      </Button>
    </li>
  )
}
