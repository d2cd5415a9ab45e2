import type { ModerationOfMine } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useKept } from '../auth/use-kept.ts'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { LinkButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'
import { FrozenNotice } from './notices.tsx'
import { Pages } from './pages.tsx'
import { ThingLink } from './thing-link.tsx'
import { deeds, kinds } from './words.ts'

/** Decisions about what is the reader's own, and the reader's answer to each. */
export function Mine() {
  return (
    <>
      <FrozenNotice answers={false} />
      <Pages
        name="own"
        read={async query => {
          const { items, cursor } = await furrow.moderation.mine(query)
          return { items: items.actions, cursor }
        }}
        empty={{
          title: t`Moderators have decided nothing about you.`,
          text: (
            <>
              <p className="mb-4">
                <Trans>
                  If one hides something of yours or freezes your account, it stands here with the reason, and
                  you can answer. What breaks the rules you report yourself, by the button beside it.
                </Trans>
              </p>
              <LinkButton to="/quests">
                <Trans>Find work</Trans>
              </LinkButton>
            </>
          ),
        }}
      >
        {deed => <Deed key={deed.id} deed={deed} />}
      </Pages>
    </>
  )
}

function Deed({ deed }: { deed: ModerationOfMine }) {
  const { action, answer, at, kind, reason, text, thing, title } = deed
  const isAgainst = action === 'hide' || action === 'freeze'
  return (
    <li className="py-4 grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Tag tone={isAgainst ? 'danger' : 'moss'}>{deeds[action]}</Tag>
        <Tag>{kinds[kind]}</Tag>
        <span className="text-sm text-muted">
          <When at={at} />
        </span>
      </div>
      <h2 className="text-xl font-semibold [overflow-wrap:anywhere]">
        <ThingLink kind={kind} id={thing} title={title} />
      </h2>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        <span className="text-muted">
          <Trans>The reason:</Trans>
        </span>{' '}
        <bdi>{reason}</bdi>
      </p>
      {text && (
        <p
          dir="auto"
          className="max-h-64 overflow-y-auto rounded-xl bg-paper p-3 whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {text}
        </p>
      )}
      {answer && (
        <p className="border-l-4 border-line pl-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
          <span className="text-sm text-muted">
            <Trans>
              You answered <When at={answer.at} />:
            </Trans>
          </span>{' '}
          <bdi>{answer.note}</bdi>
        </p>
      )}
      {isAgainst && answer === null && <AnswerDialog deed={deed} />}
    </li>
  )
}

function AnswerDialog({ deed: { id, title } }: { deed: ModerationOfMine }) {
  const [note, setNote, forget] = useKept(`answer ${id}`, '')
  const act = useAct(() => furrow.moderation.answer({ id, note }), {
    done: t`The moderators can read it.`,
    invalidate: [['moderation']],
  })
  return (
    <div>
      <FormDialog
        title={t({ message: 'Answer', context: 'action' })}
        description={t`The moderators read it, in their log. You can answer once.`}
        label={t({ message: 'Answer', context: 'action' })}
        of={<span className="sr-only"> {title}</span>}
        busy={act.isPending}
        onSubmit={() => act.mutateAsync().then(forget)}
      >
        <TextField label={t`Your answer`} value={note} required maxLength={2_000} onText={setNote} />
      </FormDialog>
    </div>
  )
}
