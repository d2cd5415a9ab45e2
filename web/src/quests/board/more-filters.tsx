import type { QuestFacets } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  admissionLabels,
  backingLabels,
  deadlineLabels,
  payerLabels,
  rangeWords,
} from '../../notifications/filter-labels.ts'
import { type BoardSearch, chosenTerms } from './board-search.ts'
import { ChipButton, ChoiceWords } from './chip-button.tsx'

type MoreFiltersProps = {
  facets: QuestFacets | undefined
  search: BoardSearch
  onChange: (next: BoardSearch) => void
}

type Counted = readonly { readonly value: string; readonly count: number }[]

/** Filters by a quest's reward, its deadline, the way to join, and its payer. */
export function MoreFilters({ facets, search, onChange }: MoreFiltersProps) {
  const groups = [
    { field: 'deadline', label: t`Deadline`, labels: deadlineLabels, counted: facets?.deadlines },
    { field: 'admission', label: t`Joining`, labels: admissionLabels, counted: facets?.admissions },
    { field: 'payer', label: t`Payer`, labels: payerLabels, counted: facets?.payers },
    { field: 'backing', label: t`Backing`, labels: backingLabels, counted: facets?.backings },
  ] as const
  return (
    <div className="grid gap-x-4 gap-y-2.5 border-t border-line pt-3 text-sm">
      <RewardGroup facets={facets} search={search} onChange={onChange} />
      {groups.map(({ field, label, labels, counted }) => (
        <Group
          key={field}
          label={label}
          choices={choicesOf(labels, counted, search[field])}
          onChange={value => onChange({ [field]: value })}
        />
      ))}
      {chosenTerms(search).length > 0 && (
        <p>
          <button
            type="button"
            className="font-medium text-moss underline-offset-4 hover:underline"
            onClick={() => onChange(Object.fromEntries(chosenTerms(search).map(name => [name, undefined])))}
          >
            <Trans>Clear these filters</Trans>
          </button>
        </p>
      )}
    </div>
  )
}

/** A range belongs to its token, which is chosen with it. */
function RewardGroup({ facets, search, onChange }: MoreFiltersProps) {
  const { token, rewardFrom, rewardBelow } = search
  const isChosen = Boolean(token && (rewardFrom || rewardBelow))
  const own = isChosen ? [{ token: token as string, from: rewardFrom, below: rewardBelow }] : null
  const ranges = own ?? facets?.rewardRanges ?? []
  const choices = ranges.map(range => {
    const from = range.from === '0' ? undefined : range.from
    const below = range.below ?? undefined
    const words = rangeWords({ token: range.token, rewardFrom: from, rewardBelow: below })
    const count = 'count' in range ? range.count : undefined
    return { value: words, words, count, pressed: isChosen, token: range.token, from, below }
  })
  return (
    <Group
      label={t`Reward`}
      choices={choices}
      onChange={value => {
        const range = choices.find(choice => choice.value === value)
        onChange({
          rewardFrom: range?.from,
          rewardBelow: range?.below,
          ...(range !== undefined && { token: range.token }),
        })
      }}
    />
  )
}

type Choice = {
  readonly value: string
  readonly words: string
  readonly count: number | undefined
  readonly pressed: boolean
}

/** Values that no quest has are left out; a chosen one stands alone, to be taken back. */
function choicesOf(
  labels: Readonly<Record<string, string>>,
  counted: Counted | undefined,
  chosen: string | undefined,
): readonly Choice[] {
  return Object.entries(labels).flatMap(([value, words]) => {
    const count = counted?.find(one => one.value === value)?.count
    const pressed = chosen === value
    const isThere = pressed || (!(chosen && chosen in labels) && count !== 0)
    return isThere ? [{ value, words, count, pressed }] : []
  })
}

type GroupProps = {
  label: string
  choices: readonly Choice[]
  onChange: (value: string | undefined) => void
}

function Group({ label, choices, onChange }: GroupProps) {
  if (choices.length === 0) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 sm:grid-cols-[6rem_minmax(0,1fr)] sm:items-baseline">
      <span aria-hidden="true" className="text-muted">
        {label}
      </span>
      <ul aria-label={label} className="flex flex-wrap gap-2">
        {choices.map(({ value, words, count, pressed }) => (
          <li key={value} className="max-w-full">
            <ChipButton pressed={pressed} onClick={() => onChange(pressed ? undefined : value)}>
              <ChoiceWords pressed={pressed} count={count}>
                <bdi className="truncate">{words}</bdi>
              </ChoiceWords>
            </ChipButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
