import type { Contest, ContestEntry, OwnContestBallot } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNameOf } from '../../../service/address-link.tsx'
import { Failed } from '../../../service/failed.tsx'
import { furrow } from '../../../service/furrow.ts'
import { useFurtherPages } from '../../../service/more.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckedForm } from '../../../ui/checked-form.tsx'
import { Loading } from '../../../ui/states.tsx'
import { When } from '../../../ui/time.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { useEntries } from './entries.tsx'
import { EntryWords } from './entry-words.tsx'

type VoteProps = { id: string; address: string; contest: Contest }

/** The ballot of a member, which they may change until the votes are counted. */
export function VoteOnEntries({ id, address, contest }: VoteProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['quests', id, 'own-ballot', address],
    queryFn: () => furrow.quests.ownBallot(id),
  })
  if (error && data === undefined) return <Failed error={error} retry={refetch} />
  if (data === undefined) return <Loading label={t`Loading your ballot`} rows={1} />
  if (!data.mayVote) return null
  return <BallotForm key={data.ballot?.at ?? ''} id={id} contest={contest} own={data} />
}

type FormProps = { id: string; contest: Contest; own: OwnContestBallot }

function BallotForm({ id, contest: { decideUntil, prizes }, own: { ballot } }: FormProps) {
  const list = useEntries(id)
  const { data, hasNextPage } = list
  // All of them can win.
  useFurtherPages(list)
  const [named, setNamed] = useState<readonly string[]>(ballot?.entries ?? [])
  const cast = useQuestAct(
    () => furrow.quests.castBallot({ questId: id, entries: [...named] }),
    t`Your vote is cast.`,
  )
  if (data === undefined || hasNextPage) return <Loading label={t`Loading the entries`} rows={2} />
  const entries = data.pages.flatMap(({ items }) => items).filter(({ hidden }) => hidden === undefined)
  const isFull = named.length >= prizes.length
  const toggle = (entry: string, isNamed: boolean) =>
    setNamed(now => (isNamed ? [...now, entry] : now.filter(other => other !== entry)))
  return (
    <CheckedForm
      className="grid gap-4 rounded-xl border border-line p-4"
      onSubmit={() => cast.mutateAsync().catch(() => {})}
    >
      <h3 className="text-lg font-semibold">
        <Trans>Vote on the entries</Trans>
      </h3>
      <p className="text-sm text-muted">
        <Plural
          value={prizes.length}
          one="Choose the entry that is to win, or none if none deserves the prize."
          other="Choose up to # entries that are to win, or none if none deserves a prize."
        />{' '}
        <Trans>
          You may vote otherwise until <When at={decideUntil} />. Then everybody can read how you voted.
        </Trans>
      </p>
      <ul className="grid gap-3">
        {entries.map(entry => (
          <Row
            key={entry.id}
            entry={entry}
            isNamed={named.includes(entry.id)}
            isFull={isFull}
            onName={isNamed => toggle(entry.id, isNamed)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={cast.isPending}>
          {ballot === null ? t`Cast your vote` : t`Change your vote`}
        </Button>
        {ballot !== null && (
          <p className="text-sm text-muted">
            <Trans>
              You voted <When at={ballot.at} />.
            </Trans>
          </p>
        )}
      </div>
    </CheckedForm>
  )
}

type RowProps = {
  entry: ContestEntry
  isNamed: boolean
  isFull: boolean
  onName: (isNamed: boolean) => void
}

function Row({ entry, isNamed, isFull, onName }: RowProps) {
  // The picture of the address stands beside it.
  const name = useNameOf(entry.farmer, true)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3">
      <input
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-moss"
        checked={isNamed}
        disabled={isFull && !isNamed}
        aria-label={t`The entry of ${name}`}
        onChange={({ target }) => onName(target.checked)}
      />
      <EntryWords entry={entry} />
    </li>
  )
}
