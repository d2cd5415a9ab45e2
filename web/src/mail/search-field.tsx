import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useState } from 'react'
import { More, type PagedList } from '../service/more.tsx'
import { Input } from '../ui/field.tsx'
import type { Sought } from './use-search.ts'

const typingPause = 300

type SearchFieldProps = {
  value: string
  onChange: (text: string) => void
  sought: Sought
  /** The number of loaded letters that can be searched. */
  loaded: number
  mail: PagedList
}

/** The search in the mail, and how far it went. */
export function SearchField({ value, onChange, sought, loaded, mail }: SearchFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  // The page's address also changes by a link to a quest's letters, or by going back.
  useEffect(() => setTyped(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), typingPause)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <search className="grid gap-2">
      <label htmlFor={id} className="sr-only">
        <Trans>Search your mail</Trans>
      </label>
      <Input
        id={id}
        type="search"
        value={typed}
        autoComplete="off"
        spellCheck="false"
        placeholder={t`Words, a sender, or a quest`}
        onChange={event => setTyped(event.target.value)}
      />
      <div
        role="status"
        className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted empty:hidden"
      >
        {sought.kind === 'quest' && t`All letters of the service about this quest.`}
        {sought.kind === 'sender' && t`All letters of this sender.`}
        {sought.kind === 'words' &&
          (mail.hasNextPage
            ? plural(loaded, {
                one: 'Looked through the newest # letter. They are sealed, so words are found only here.',
                other: 'Looked through the newest # letters. They are sealed, so words are found only here.',
              })
            : plural(loaded, {
                one: 'Looked through all # letter.',
                other: 'Looked through all # letters.',
              }))}
        {sought.kind === 'words' && (
          <More list={mail}>
            <Trans>Look through older mail</Trans>
          </More>
        )}
      </div>
    </search>
  )
}
