import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useState } from 'react'
import { Input, Select } from '../../ui/field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type BoardSearch, lacksToken, sortLabels, type View, views } from './board-search.ts'
import { ChipButton } from './chip-button.tsx'
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
        <div
          className={
            view === 'bookmarked' ? 'ml-auto' : 'flex min-w-0 flex-1 basis-80 gap-2 max-[22rem]:flex-wrap'
          }
        >
          {view !== 'bookmarked' && (
            <>
              <SearchField value={search.q} onChange={q => onChange({ q })} />
              <Select
                aria-label={t`Sort`}
                className="w-auto! max-w-52 max-sm:max-w-32 max-[22rem]:max-w-none max-[22rem]:min-w-0 max-[22rem]:flex-1"
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
            </>
          )}
          <LayoutButton layout={layout} onLayout={onLayout} />
        </div>
      </div>
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
    <div className="min-w-0 flex-1 max-[22rem]:basis-full">
      <label htmlFor={id} className="sr-only">
        <Trans>Search</Trans>
      </label>
      <Input
        id={id}
        type="search"
        value={text}
        placeholder={t`Search…`}
        maxLength={200}
        onChange={event => setText(event.target.value)}
      />
    </div>
  )
}
