import type { Follow } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../auth/session.tsx'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { LinkButton } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { rows } from '../ui/section.tsx'
import { boardSearch, useFilterWords } from './filter-words.ts'
import { type FollowChoice, FollowFields } from './follow-fields.tsx'

const invalidate = [['follows']]

/** The filters that the reader follows, to be changed or ended. */
export function Follows() {
  const { address } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['follows', address],
    queryFn: furrow.quests.follows.list,
  })
  return (
    <section className="grid min-w-0 gap-3 border-t border-line pt-5" aria-labelledby="follows">
      <h2 id="follows" className="text-xl font-semibold">
        <Trans>Quests that you are told of</Trans>
      </h2>
      {error && !data && <Failed error={error} retry={refetch} />}
      {data?.length === 0 && (
        <div className="grid justify-items-start gap-3">
          <p className="text-muted">
            <Trans>None yet. Choose under Quests what you look for, then “Tell me of such quests”.</Trans>
          </p>
          <LinkButton to="/quests">
            <Trans>To the quests</Trans>
          </LinkButton>
        </div>
      )}
      {data && data.length > 0 && (
        <ul className={rows}>
          {data.map(follow => (
            <FollowRow key={follow.id} follow={follow} />
          ))}
        </ul>
      )}
    </section>
  )
}

function FollowRow({ follow }: { follow: Follow }) {
  const { id, name, filter, how } = follow
  const words = useFilterWords(filter).join(', ')
  const end = useAct(() => furrow.quests.follows.end(id), { done: t`Ended.`, invalidate })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </h3>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {how === 'now' ? t`At once` : t`Once a day`}
          {words !== '' && words !== name && (
            <>
              {' · '}
              <bdi>{words}</bdi>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <LinkButton to="/quests" search={boardSearch(filter)} variant="quiet">
          <Trans>Show these quests</Trans>
        </LinkButton>
        <Change follow={follow} />
        <ConfirmButton
          question={t`You are not told of such quests any more.`}
          busy={end.isPending}
          onConfirm={() => end.mutate()}
        >
          <Trans context="a filter that somebody follows">End</Trans>
        </ConfirmButton>
      </div>
    </li>
  )
}

function Change({ follow }: { follow: Follow }) {
  const { id, name, how, channels, filter } = follow
  const words = useFilterWords(filter).join(', ')
  const [choice, setChoice] = useState<FollowChoice>({ name, how, channels })
  const change = useAct(() => furrow.quests.follows.change({ id, ...choice }), {
    done: t`Saved.`,
    invalidate,
  })
  return (
    <FormDialog
      title={t`Change how you are told`}
      description={words || t`All quests`}
      label={t`Change`}
      busy={change.isPending}
      onSubmit={() => change.mutateAsync()}
    >
      <FollowFields choice={choice} onChange={setChoice} />
    </FormDialog>
  )
}
