import { useEffect, useState } from 'react'
import { useConfig } from '../../service/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { statusLabels } from '../quest-status.tsx'
import { type BoardSearch, lacksToken, sortLabels } from './board-search.ts'

const typingPause = 250

type BoardFiltersProps = { search: BoardSearch; onChange: (next: BoardSearch) => void }

export function BoardFilters({ search, onChange }: BoardFiltersProps) {
  const { tokens } = useConfig()
  const [open, setOpen] = useState(
    Boolean(search.category || search.skill || search.token || search.sort === 'reward'),
  )
  const sort = (name: string) => {
    if (name === 'reward') setOpen(true)
    onChange({ sort: name })
  }
  return (
    <search className="grid gap-4 rounded-2xl border border-line bg-card p-4 shadow-card">
      <div className="grid grid-cols-2 gap-3 *:first:col-span-2 *:last:col-span-2 sm:grid-cols-[1fr_auto_auto_auto] sm:items-end sm:*:first:col-span-1 sm:*:last:col-span-1">
        <Typed label="Search" value={search.q} onChange={q => onChange({ q })} placeholder="Words, skills…" />
        <Field label="Status">
          {bound => (
            <Select
              {...bound}
              value={search.status ?? ''}
              onChange={event => onChange({ status: event.target.value })}
            >
              <option value="">Any</option>
              {Object.entries(statusLabels).map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Sort">
          {bound => (
            <Select {...bound} value={search.sort ?? ''} onChange={event => sort(event.target.value)}>
              <option value="">Newest</option>
              {Object.entries(sortLabels).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button aria-expanded={open} className="min-h-11" onClick={() => setOpen(!open)}>
          More filters
        </Button>
      </div>
      {open && (
        <div className="grid gap-3 sm:grid-cols-3">
          <Typed label="Category" value={search.category} onChange={category => onChange({ category })} />
          <Typed label="Skill" value={search.skill} onChange={skill => onChange({ skill })} />
          <Typed
            label="Token"
            hint={lacksToken(search) && 'Rewards are sorted within one token: which one?'}
            value={search.token}
            onChange={token => onChange({ token })}
            list={tokens.map(({ symbol }) => symbol)}
          />
        </div>
      )}
    </search>
  )
}

type TypedProps = {
  label: string
  value: string | undefined
  onChange: (value: string) => void
  placeholder?: string
  hint?: string | false
  list?: readonly string[]
}

/** Tells what was typed when the typing pauses. */
function Typed({ label, value = '', onChange, placeholder, hint, list = [] }: TypedProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <Field label={label} hint={hint}>
      {bound => (
        <>
          <Input
            {...bound}
            type="search"
            value={text}
            placeholder={placeholder}
            maxLength={200}
            list={list.length > 0 ? `${bound.id}-list` : undefined}
            onChange={event => setText(event.target.value)}
          />
          {list.length > 0 && (
            <datalist id={`${bound.id}-list`}>
              {list.map(item => (
                <option key={item} value={item} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}
