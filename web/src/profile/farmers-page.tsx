import type { FarmerSort } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { More } from '../service/more.tsx'
import { Button } from '../ui/button.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { LongList } from '../ui/long-list.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, Loading } from '../ui/states.tsx'
import { FarmerCard } from './farmer-card.tsx'

const route = getRouteApi('/farmers')
const pageSize = '24'
/** Two rows of cards, of one, two or three columns. */
const cardsIn = (width: number) => (width < 640 ? 2 : 6)

const sorts: Readonly<Record<FarmerSort, string>> = {
  score: t`Score this season`,
  completed: t`Work finished`,
  rating: t`Rating`,
  newest: t`Newest`,
}

type FarmerSearch = { skill?: string | undefined; sort?: string | undefined }

/** The directory of farmers, for givers who look for somebody. */
export function FarmersPage() {
  const search: FarmerSearch = route.useSearch()
  const navigate = route.useNavigate()
  const sort = (Object.keys(sorts) as FarmerSort[]).find(name => name === search.sort) ?? 'score'
  const query = { sort, ...(search.skill && { skill: search.skill }) }
  const list = useInfiniteQuery({
    queryKey: ['profiles', query],
    queryFn: ({ pageParam }) =>
      furrow.profiles.find({ ...query, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.cursor,
    placeholderData: former => former,
  })
  const { data, error, hasNextPage, refetch } = list
  const farmers = useMemo(() => data?.pages.flatMap(page => page.items) ?? [], [data])
  const change = (next: FarmerSearch) =>
    navigate({
      search: (former: FarmerSearch) => ({ ...former, ...next }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Page title={t`Farmers`} lead={t`Find farmers by skill, and by their past work.`}>
      <Filters search={search} sort={sort} onChange={change} />
      {data === undefined ? (
        error ? (
          <Failed error={error} retry={refetch} />
        ) : (
          <Loading label={t`Loading farmers`} />
        )
      ) : (
        <>
          {farmers.length === 0 && !hasNextPage && (
            <Empty title={search.skill ? t`Nobody has this skill.` : t`There are no farmers yet.`} />
          )}
          <LongList
            name={`farmers ${JSON.stringify(query)}`}
            items={farmers}
            more={hasNextPage}
            blockIn={cardsIn}
            guess={430}
            className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3"
          >
            {(card, place) => <FarmerCard key={card.address} card={card} {...place} />}
          </LongList>
          <More list={list}>
            <Trans>Show more farmers</Trans>
          </More>
        </>
      )}
    </Page>
  )
}

type FiltersProps = { search: FarmerSearch; sort: FarmerSort; onChange: (next: FarmerSearch) => void }

function Filters({ search, sort, onChange }: FiltersProps) {
  const [typed, setTyped] = useState(search.skill ?? '')
  function submit(event: FormEvent) {
    event.preventDefault()
    onChange({ skill: typed.trim() || undefined })
  }
  return (
    <search>
      <form onSubmit={submit} className="grid gap-3 sm:grid-cols-[1fr_auto_auto] sm:items-end">
        <Field label={t`Skill`}>
          {bound => (
            <Input
              {...bound}
              type="search"
              maxLength={64}
              value={typed}
              onChange={event => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Field label={t`Sort`}>
          {bound => (
            <Select {...bound} value={sort} onChange={event => onChange({ sort: event.target.value })}>
              {Object.entries(sorts).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" variant="primary" className="min-h-11">
          <Trans>Find</Trans>
        </Button>
      </form>
    </search>
  )
}
