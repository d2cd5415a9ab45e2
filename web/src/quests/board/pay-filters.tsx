import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { backingLabels, payerLabels } from '../../notifications/filter-labels.ts'
import { Select } from '../../ui/field.tsx'
import type { BoardSearch } from './board-search.ts'

type PayFiltersState = { readonly id: string; readonly open: boolean; readonly toggle: () => void }

/** Closed until the reader opens them, or came by a link that has one set. */
export function usePayFilters({ payer, backing }: BoardSearch): PayFiltersState {
  const id = useId()
  const [open, setOpen] = useState(Boolean(payer || backing))
  return { id, open, toggle: () => setOpen(!open) }
}

export function PayFiltersButton({ id, open, toggle }: PayFiltersState) {
  const label = t`Filter by pay`
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-expanded={open}
      aria-controls={id}
      onClick={toggle}
      className="grid min-h-11 w-11 shrink-0 place-items-center rounded-xl border border-line bg-card text-muted hover:text-ink aria-expanded:border-moss aria-expanded:text-moss"
    >
      <svg
        viewBox="0 0 20 20"
        className="size-5"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
      >
        <path d="M3 5.5h14M6 10h8M8.5 14.5h3" strokeLinecap="round" />
      </svg>
    </button>
  )
}

type PayFiltersProps = { id: string; search: BoardSearch; onChange: (next: BoardSearch) => void }

/** Filters by the payer's record and by the backing of the reward. */
export function PayFilters({ id, search, onChange }: PayFiltersProps) {
  return (
    <div id={id} className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
      <Choice
        label={t`Payer`}
        value={search.payer}
        labels={payerLabels}
        onChange={payer => onChange({ payer })}
      />
      <Choice
        label={t`Reward`}
        value={search.backing}
        labels={backingLabels}
        onChange={backing => onChange({ backing })}
      />
    </div>
  )
}

type ChoiceProps = {
  label: string
  value: string | undefined
  labels: Readonly<Record<string, string>>
  onChange: (value: string | undefined) => void
}

function Choice({ label, value = '', labels, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 items-center gap-2">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <Select
        id={id}
        className="w-auto! max-w-52"
        value={Object.hasOwn(labels, value) ? value : ''}
        onChange={event => onChange(event.target.value || undefined)}
      >
        <option value="">
          <Trans comment="No filter">Any</Trans>
        </option>
        {Object.entries(labels).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </Select>
    </div>
  )
}
