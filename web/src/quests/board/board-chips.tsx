import type { QuestFacets } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useId, useState } from 'react'
import { type BoardSearch, chosenTerms } from './board-search.ts'
import { ChipButton, ChoiceWords, chipShape } from './chip-button.tsx'
import type { Chip } from './chips.ts'

const MoreFilters = lazy(async () => ({ default: (await import('./more-filters.tsx')).MoreFilters }))

type BoardChipsProps = {
  chips: readonly Chip[]
  /** The service's counts of all quests of the view, once they are there. */
  facets: QuestFacets | undefined
  search: BoardSearch
  onChange: (next: BoardSearch) => void
}

/**
 * Narrower choices among the quests of the view, by property, in one place: the common ones in a line, the others below it
 * where the reader opens them, or came by a link that has one set.
 */
export function BoardChips({ chips, facets, search, onChange }: BoardChipsProps) {
  const id = useId()
  const chosen = chosenTerms(search).length
  const [open, setOpen] = useState(chosen > 0)
  return (
    <section aria-label={t`Filters`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="-mx-4 flex gap-x-5 gap-y-2 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className={`${chipShape} shrink-0 aria-expanded:border-moss aria-expanded:text-moss`}
        >
          <svg
            viewBox="0 0 20 20"
            className="size-4"
            aria-hidden="true"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
          >
            <path d="M3 5.5h14M6 10h8M8.5 14.5h3" strokeLinecap="round" />
          </svg>
          <Trans>More filters</Trans>
          {chosen > 0 && <span className="tabular-nums">({chosen})</span>}
        </button>
        {[...Map.groupBy(chips, ({ field }) => field)].map(([field, own]) => (
          <div key={field} className="flex shrink-0 items-center gap-2 sm:shrink sm:flex-wrap">
            <span aria-hidden="true" className="text-sm text-muted">
              {chipLabels[field]}
            </span>
            <ul aria-label={chipLabels[field]} className="contents">
              {own.map(({ value, count }) => {
                const pressed = search[field] === value
                return (
                  <li key={value} className="max-w-60 shrink-0">
                    <ChipButton
                      pressed={pressed}
                      title={chipTitle[field](value)}
                      onClick={() => onChange({ [field]: pressed ? undefined : value })}
                    >
                      <ChoiceWords pressed={pressed} count={facets && count}>
                        <bdi className="truncate">{value}</bdi>
                      </ChoiceWords>
                    </ChipButton>
                  </li>
                )
              })}
            </ul>
          </div>
        ))}
      </div>
      <div id={id} hidden={!open}>
        {open && (
          <Suspense>
            <MoreFilters facets={facets} search={search} onChange={onChange} />
          </Suspense>
        )}
      </div>
    </section>
  )
}

const chipLabels: Readonly<Record<Chip['field'], string>> = {
  category: t`Category`,
  skill: t({ message: 'Skill', comment: 'Above skills to choose from' }),
  token: t`Token`,
}

const chipTitle: Readonly<Record<Chip['field'], (value: string) => string>> = {
  category: value => t`category: ${value}`,
  skill: value => t`skill: ${value}`,
  token: value => t`token: ${value}`,
}
