import type { OwnSession } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Section } from '../ui/section.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'

const queryKey = ['sessions']

/** The reader's sessions, each to be ended from here. */
export function Sessions() {
  const { data: sessions, error, refetch } = useQuery({ queryKey, queryFn: furrow.sessions.list })
  return (
    <Section className="grid min-w-0 gap-4">
      <h2 className="text-xl font-semibold">
        <Trans>Your sessions</Trans>
      </h2>
      <p className="text-sm text-muted">
        <Trans>Your sign-ins of the last day. End those that you do not recognise.</Trans>
      </p>
      {error && !sessions && <Failed error={error} retry={refetch} />}
      {sessions && sessions.length > 0 && (
        <ul className="grid gap-3">
          {sessions.map(session => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Session({ session: { id, createdAt, usedAt, sameNetwork, current } }: { session: OwnSession }) {
  const end = useAct(() => furrow.sessions.end(id), {
    done: t`That session is ended.`,
    invalidate: [queryKey],
  })
  return (
    <li className="grid gap-1.5 border-t border-line pt-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-sm">
          {/* The service keeps that time by the hour. */}
          {usedAt && usedAt > createdAt ? (
            <Trans>
              Signed in <When at={createdAt} />. Last used <When at={usedAt} />
            </Trans>
          ) : (
            <Trans>
              Signed in <When at={createdAt} />.
            </Trans>
          )}
        </span>
        {current && (
          <Tag>
            <Trans>This session</Trans>
          </Tag>
        )}
        {sameNetwork === false && (
          <Tag>
            <Trans>Another network</Trans>
          </Tag>
        )}
      </p>
      {!current && (
        <div>
          <ConfirmButton
            question={t`Anyone using that session has to sign in again.`}
            busy={end.isPending}
            onConfirm={() => end.mutate()}
          >
            <Trans>End the session</Trans>
          </ConfirmButton>
        </div>
      )}
    </li>
  )
}
