import type { Leaderboard } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Field, Input, Select } from '../ui/field.tsx'

const typingPause = 300

export type BoardSearch = {
  season?: string | undefined
  skill?: string | undefined
  token?: string | undefined
}

type BoardFiltersProps = {
  data: Leaderboard | undefined
  search: BoardSearch
  onChange: (next: BoardSearch) => void
}

/** The board's season, skill and token. */
export function BoardFilters({ data, search, onChange }: BoardFiltersProps) {
  const current = data?.currentSeason ?? data?.season.number ?? 1
  const seasons = Array.from({ length: current }, (_, index) => current - index)
  return (
    <search className="grid grid-cols-2 gap-3 sm:grid-cols-3 max-sm:[&>:first-child]:col-span-2">
      <Field label={t`Season`}>
        {bound => (
          <Select
            {...bound}
            value={search.season ?? ''}
            onChange={event => onChange({ season: event.target.value || undefined })}
          >
            <option value="">
              <Trans>This season</Trans>
            </option>
            {seasons.slice(1).map(number => (
              <option key={number} value={number}>
                <Trans>Season {number}</Trans>
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Typed label={t`Skill`} longest={64} value={search.skill} onChange={skill => onChange({ skill })} />
      <Typed label={t`Token`} longest={20} value={search.token} onChange={token => onChange({ token })} />
    </search>
  )
}

type TypedProps = {
  label: string
  longest: number
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Typed text counts after a short pause. */
function Typed({ label, longest, value = '', onChange }: TypedProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text.trim() || undefined), typingPause)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <Field label={label}>
      {bound => (
        <Input
          {...bound}
          type="search"
          value={text}
          placeholder={t({ message: 'Any', comment: 'Any skill, any token' })}
          maxLength={longest}
          onChange={event => setText(event.target.value)}
        />
      )}
    </Field>
  )
}
