import type { Contest, ContestEntry, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useNameOf } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { useFurtherPages } from '../../../service/more.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckedForm } from '../../../ui/checked-form.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { Loading } from '../../../ui/states.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { ReasonField } from './dispute-ranking.tsx'
import { useEntries } from './entries.tsx'
import { EntryWords } from './entry-words.tsx'

type RankingAsked = Parameters<typeof furrow.quests.rank>[1]

type Typed = {
  /** The prize of an entry, by its author. */
  readonly prizes: Readonly<Record<string, string>>
  readonly words: Readonly<Record<string, string>>
  /** The reason why a prize goes back, by its number. */
  readonly reasons: Readonly<Record<number, string>>
}

const nothing: Typed = { prizes: {}, words: {}, reasons: {} }

/** The giver gives each prize to entries, with a word for each, or back with a reason; the arbiter may do it anew. */
export function RankEntries({
  quest,
  contest,
  anew = false,
}: {
  quest: Quest
  contest: Contest
  anew?: boolean
}) {
  const list = useEntries(quest.id)
  const { data, hasNextPage } = list
  // All of them can win.
  useFurtherPages(list)
  const [typed, setTyped] = useState(nothing)
  const [reason, setReason] = useState('')
  const rank = useQuestAct(
    (ranking: RankingAsked) =>
      anew
        ? furrow.quests.resolveRanking(quest.id, { reason: reason.trim(), ranking })
        : furrow.quests.rank(quest.id, ranking),
    anew ? t`The dispute is decided.` : t`The entries are ranked.`,
  )
  if (data === undefined || hasNextPage) return <Loading label={t`Loading the entries`} rows={2} />
  const entries = data.pages.flatMap(({ items }) => items).filter(({ hidden }) => hidden === undefined)
  const unwon = contest.prizes.flatMap((_, index) =>
    Object.values(typed.prizes).includes(String(index + 1)) ? [] : [index + 1],
  )
  return (
    <CheckedForm
      className="grid gap-4 rounded-xl border border-line p-4"
      onSubmit={() => rank.mutateAsync(rankingOf(typed, unwon)).catch(() => {})}
    >
      <h3 className="text-lg font-semibold">{anew ? t`Rank the entries anew` : t`Rank the entries`}</h3>
      <p className="text-sm text-muted">
        <Trans>Entries with the same prize share it in equal parts. You rank once.</Trans>
      </p>
      <ul className="grid gap-3">
        {entries.map(entry => (
          <Row key={entry.id} entry={entry} count={contest.prizes.length} typed={typed} onTyped={setTyped} />
        ))}
      </ul>
      {unwon.map(prize => (
        <Field
          key={prize}
          label={t`Prize ${prize} goes back to the giver: the reason`}
          hint={t`No entry has this prize.`}
        >
          {bound => (
            <Input
              {...bound}
              name={`reason-${prize}`}
              required
              maxLength={2_000}
              value={typed.reasons[prize] ?? ''}
              onChange={event =>
                setTyped({ ...typed, reasons: { ...typed.reasons, [prize]: event.target.value } })
              }
            />
          )}
        </Field>
      ))}
      {anew && <ReasonField value={reason} onText={setReason} />}
      <div>
        <Button type="submit" variant="primary" busy={rank.isPending}>
          {anew ? t`Rank the entries anew` : t`Rank the entries`}
        </Button>
      </div>
    </CheckedForm>
  )
}

type RowProps = { entry: ContestEntry; count: number; typed: Typed; onTyped: (typed: Typed) => void }

function Row({ entry, count, typed, onTyped }: RowProps) {
  const { farmer } = entry
  // The picture of the address stands beside it.
  const name = useNameOf(farmer, true)
  const prize = typed.prizes[farmer] ?? ''
  return (
    <li className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_10rem]">
      <EntryWords entry={entry} />
      <Field label={t`Prize of ${name}`}>
        {bound => (
          <Select
            {...bound}
            value={prize}
            onChange={event =>
              onTyped({ ...typed, prizes: { ...typed.prizes, [farmer]: event.target.value } })
            }
          >
            <option value="">{t`None`}</option>
            {Array.from({ length: count }, (_, index) => (
              <option key={String(index + 1)}>{index + 1}</option>
            ))}
          </Select>
        )}
      </Field>
      {prize !== '' && (
        <Field label={t`A word to ${name}`}>
          {bound => (
            <Input
              {...bound}
              maxLength={2_000}
              value={typed.words[farmer] ?? ''}
              onChange={event =>
                onTyped({ ...typed, words: { ...typed.words, [farmer]: event.target.value } })
              }
            />
          )}
        </Field>
      )}
    </li>
  )
}

function rankingOf({ prizes, reasons, words }: Typed, unwon: readonly number[]): RankingAsked {
  const winners = Object.entries(prizes).flatMap(([farmer, prize]) => {
    const word = (words[farmer] ?? '').trim()
    return prize === '' ? [] : [{ farmer, prize: Number(prize), ...(word !== '' && { word }) }]
  })
  return { winners, returned: unwon.map(prize => ({ prize, reason: (reasons[prize] ?? '').trim() })) }
}
