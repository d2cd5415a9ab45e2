import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useState } from 'react'
import { Input, Select } from '../../ui/field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Chip } from './board-chips.ts'
import { type BoardSearch, lacksToken, sortLabels, type View, views } from './board-search.ts'
import { PayFilters, PayFiltersButton, usePayFilters } from './pay-filters.tsx'
import type { Layout } from './use-layout.ts'

const typingPause = 250

type BoardFiltersProps = {
  search: BoardSearch
  onChange: (next: BoardSearch) => void
  layout: Layout
  onLayout: (layout: Layout) => void
  /** The tokens of the quests that are there; undefined until they are known. */
  tokens: readonly string[] | undefined
}

/** The choice of quests, in one row: a view, words, an order, and a layout. */
export function BoardFilters({ search, onChange, layout, onLayout, tokens }: BoardFiltersProps) {
  const pay = usePayFilters(search)
  const view = (search.status ?? 'open') as View
  const choose = (value: View) =>
    onChange({ status: value === 'open' ? undefined : value, ...(value !== 'mine' && { as: undefined }) })
  return (
    <search className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Tabs
          label={t({ message: 'View', context: 'which quests are shown' })}
          value={view}
          tabs={views}
          onChange={choose}
        />
        <div className={view === 'bookmarked' ? 'ml-auto' : 'flex min-w-0 flex-1 basis-80 gap-2'}>
          {view !== 'bookmarked' && (
            <>
              <SearchField value={search.q} onChange={q => onChange({ q })} />
              <Select
                aria-label={t`Sort`}
                className="w-auto! max-w-52 max-sm:max-w-28"
                value={search.sort ?? ''}
                onChange={event => onChange({ sort: event.target.value })}
              >
                <option value="">
                  <Trans>Newest</Trans>
                </option>
                {Object.entries(sortLabels).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
              <PayFiltersButton {...pay} />
            </>
          )}
          <LayoutButton layout={layout} onLayout={onLayout} />
        </div>
      </div>
      {pay.open && view !== 'bookmarked' && <PayFilters id={pay.id} search={search} onChange={onChange} />}
      {view === 'mine' && (
        <div className="flex flex-wrap gap-2">
          <ChipButton pressed={search.as !== 'farmer'} onClick={() => onChange({ as: 'giver' })}>
            <Trans>Posted by me</Trans>
          </ChipButton>
          <ChipButton pressed={search.as === 'farmer'} onClick={() => onChange({ as: 'farmer' })}>
            <Trans>Taken by me</Trans>
          </ChipButton>
        </div>
      )}
      {lacksToken(search) && tokens !== undefined && tokens.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <Trans>Rewards are sorted within one token: which one?</Trans>
          {tokens.map(symbol => (
            <ChipButton key={symbol} pressed={false} onClick={() => onChange({ token: symbol })}>
              {symbol}
            </ChipButton>
          ))}
        </p>
      )}
    </search>
  )
}

type BoardChipsProps = {
  chips: readonly Chip[]
  search: BoardSearch
  /** Whether the counts are of all quests of the view. */
  counted: boolean
  onChange: (next: BoardSearch) => void
}

/** Narrower choices among the quests of the view, by property. */
export function BoardChips({ chips, search, counted, onChange }: BoardChipsProps) {
  if (chips.length === 0) return null
  return (
    <div className="-mx-4 flex gap-x-5 gap-y-2 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0">
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
                    <bdi className="truncate">{value}</bdi>
                    {pressed ? (
                      <span aria-hidden="true">×</span>
                    ) : (
                      counted && <span className="font-normal text-muted tabular-nums">{count}</span>
                    )}
                  </ChipButton>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </div>
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

type ChipButtonProps = { pressed: boolean; onClick: () => void; title?: string; children: React.ReactNode }

function ChipButton({ pressed, onClick, title, children }: ChipButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={title}
      onClick={onClick}
      className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line bg-card px-3 text-sm font-medium text-ink transition hover:border-muted aria-pressed:border-moss aria-pressed:bg-moss-soft aria-pressed:text-moss"
    >
      {children}
    </button>
  )
}

function LayoutButton({ layout, onLayout }: { layout: Layout; onLayout: (layout: Layout) => void }) {
  const other = layout === 'cards' ? 'rows' : 'cards'
  const label = other === 'rows' ? t`Show rows` : t`Show cards`
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => onLayout(other)}
      className="grid min-h-11 w-11 shrink-0 place-items-center rounded-xl border border-line bg-card text-muted hover:text-ink"
    >
      <svg
        viewBox="0 0 20 20"
        className="size-5"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
      >
        {other === 'rows' ? (
          <path d="M3 5.5h14M3 10h14M3 14.5h14" strokeLinecap="round" />
        ) : (
          <path d="M3.5 3.5h5v5h-5zm8 0h5v5h-5zm-8 8h5v5h-5zm8 0h5v5h-5z" strokeLinejoin="round" />
        )}
      </svg>
    </button>
  )
}

/** Passes the typed text on when the typing pauses. */
function SearchField({
  value = '',
  onChange,
}: {
  value: string | undefined
  onChange: (value: string) => void
}) {
  const id = useId()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="min-w-0 flex-1">
      <label htmlFor={id} className="sr-only">
        <Trans>Search</Trans>
      </label>
      <Input
        id={id}
        type="search"
        value={text}
        placeholder={t`Search words, skills…`}
        maxLength={200}
        onChange={event => setText(event.target.value)}
      />
    </div>
  )
}
