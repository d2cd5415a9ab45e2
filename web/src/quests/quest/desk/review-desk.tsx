import type { Desk, DeskPart, DeskPlace, Quest } from '@furrow/sdk'
import { deskParts, everyPage } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useCallback, useId, useState } from 'react'
import { useCardsOf } from '../../../service/cards.ts'
import { Failed } from '../../../service/failed.tsx'
import { furrow } from '../../../service/furrow.ts'
import { useAct } from '../../../service/use-act.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { useGrowing } from '../../../ui/growing.ts'
import { isNarrow } from '../../../ui/narrow.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { Section } from '../../../ui/section.tsx'
import { Loading } from '../../../ui/states.tsx'
import { ApproveChosen } from './approve-chosen.tsx'
import { deskCsv } from './desk-csv.ts'
import { DeskRow } from './desk-row.tsx'
import { rowsOfPage, useDesk } from './use-desk.ts'

const words: Readonly<Record<DeskPart, string>> = {
  waiting: t`Waits for you`,
  'at-work': t`At work`,
  'in-dispute': t`In dispute`,
  released: t`Released`,
  refunded: t`Given back`,
}

/** The work of a quest with many farmers, for its giver: what waits for them first. */
export function ReviewDesk({ quest }: { quest: Quest }) {
  const heading = useId()
  const waiting = quest.farmers.some(({ status }) => status === 'in-review')
  const [part, setPart] = useState<DeskPart | null>(waiting ? 'waiting' : null)
  const [label, setLabel] = useState<string | null>(null)
  /** The cursors of the pages up to this one. */
  const [pages, setPages] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // A phone that is turned keeps the page that is read.
  const [rows] = useState(() => rowsOfPage[isNarrow() ? 'narrow' : 'wide'])
  const { data, error, refetch, isPlaceholderData } = useDesk(
    quest.id,
    { part, label },
    rows,
    pages.at(-1) ?? null,
  )
  const show = (next: () => void) => {
    next()
    setPages([])
    setChosen(new Set())
  }
  const choose = useCallback(
    (farmer: string, isChosen: boolean) =>
      setChosen(before => {
        const after = new Set(before)
        if (isChosen) after.add(farmer)
        else after.delete(farmer)
        return after
      }),
    [],
  )
  const desk = data?.items
  return (
    <Section id="desk" className="grid gap-4">
      {/* A phone has the rows first, and what is seldom asked for below them. */}
      <div className="flex flex-wrap items-center justify-between gap-3 max-sm:contents">
        <h2 id={heading} className="text-xl font-semibold">
          <Trans>Review desk</Trans>
        </h2>
        <div className="flex flex-wrap gap-2 max-sm:order-last">
          <LinkButton to="/giving">{t`Your figures`}</LinkButton>
          <Download quest={quest} />
        </div>
      </div>
      {error && !desk && <Failed error={error} retry={refetch} />}
      {!desk && !error && <Loading label={t`Loading the desk`} rows={3} />}
      {desk && (
        <>
          <Parts desk={desk} part={part} onPart={next => show(() => setPart(next))} />
          {(desk.labels.length > 0 || label !== null) && (
            <Labels desk={desk} label={label} onLabel={next => show(() => setLabel(next))} />
          )}
          <Rows
            quest={quest}
            desk={desk}
            labelledBy={heading}
            chosen={chosen}
            onChoose={choose}
            onChooseAll={setChosen}
            dim={isPlaceholderData}
          />
          <div className="flex flex-wrap justify-end gap-2">
            {pages.length > 0 && (
              <Button disabled={isPlaceholderData} onClick={() => setPages(pages.slice(0, -1))}>
                <Trans>Previous</Trans>
              </Button>
            )}
            {data.cursor !== null && (
              <Button
                disabled={isPlaceholderData}
                onClick={() => setPages([...pages, data.cursor as string])}
              >
                <Trans>Next</Trans>
              </Button>
            )}
          </div>
        </>
      )}
    </Section>
  )
}

function Parts({
  desk: { counts },
  part,
  onPart,
}: {
  desk: Desk
  part: DeskPart | null
  onPart: (part: DeskPart | null) => void
}) {
  const shown = deskParts.filter(one => counts[one] > 0 || one === part)
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const choice = (one: DeskPart | null, name: string, count: number) => (
    <Button
      key={name}
      variant={one === part ? 'primary' : 'plain'}
      className="!min-h-9 !px-3 !py-1"
      aria-pressed={one === part}
      onClick={() => onPart(one)}
    >
      {name} <span className="tabular-nums">{count}</span>
    </Button>
  )
  return (
    <fieldset aria-label={t`Part of the work`} className="flex flex-wrap gap-2">
      {shown.map(one => choice(one, words[one], counts[one]))}
      {choice(null, t({ message: 'All', comment: 'All places of a quest' }), all)}
    </fieldset>
  )
}

function Labels({
  desk,
  label,
  onLabel,
}: {
  desk: Desk
  label: string | null
  onLabel: (label: string | null) => void
}) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <label htmlFor={id} className="font-semibold">
        <Trans>Your label</Trans>
      </label>
      <Select
        id={id}
        className="!min-h-9 !w-auto !py-1"
        value={label ?? ''}
        onChange={event => onLabel(event.target.value || null)}
      >
        <option value="">{t({ message: 'Any', comment: 'Any label' })}</option>
        {desk.labels.map(({ label: own, count }) => (
          <option key={own} value={own}>{`${own} (${count})`}</option>
        ))}
      </Select>
    </div>
  )
}

/** Rows drawn in one go. */
const step = 2

type RowsProps = {
  quest: Quest
  desk: Desk
  labelledBy: string
  chosen: ReadonlySet<string>
  onChoose: (farmer: string, chosen: boolean) => void
  onChooseAll: (chosen: ReadonlySet<string>) => void
  dim: boolean
}

function Rows({ quest, desk, labelledBy, chosen, onChoose, onChooseAll, dim }: RowsProps) {
  const { places } = desk
  const grown = useGrowing(places[0]?.address ?? '', places.length, step)
  useCardsOf(places.map(({ address }) => address))
  const labels = desk.labels.map(({ label }) => label)
  // On chain each approval is a transaction of the giver's wallet.
  const approvable =
    quest.funding.rail === 'chain' ? [] : places.filter(({ status }) => status === 'in-review')
  const here = approvable.length
  const picked = approvable.filter(({ address }) => chosen.has(address))
  if (places.length === 0)
    return (
      <p className="text-muted">
        <Trans>There is no such work.</Trans>
      </p>
    )
  return (
    <div className={`grid gap-2 ${dim ? 'opacity-60' : ''}`}>
      {approvable.length > 1 && (
        <div className="flex min-h-10 flex-wrap items-center gap-3 text-sm">
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              className="size-5 accent-moss"
              checked={picked.length === approvable.length}
              onChange={event =>
                onChooseAll(new Set(event.target.checked ? approvable.map(({ address }) => address) : []))
              }
            />
            <Plural value={here} one="Choose the one here" other="Choose all # here" />
          </label>
          {picked.length > 0 && (
            <ApproveChosen quest={quest} chosen={picked} onDone={() => onChooseAll(new Set())} />
          )}
        </div>
      )}
      <ul aria-labelledby={labelledBy} className="grid divide-y divide-line border-t border-line">
        {places.slice(0, grown).map(place => (
          <DeskRow
            key={place.address}
            quest={quest}
            place={place}
            labels={labels}
            chosen={chosen.has(place.address)}
            onChoose={approvable.length > 1 && place.status === 'in-review' ? onChoose : null}
          />
        ))}
      </ul>
    </div>
  )
}

/** All places, with what was handed in and the giver's own notes. */
function Download({ quest }: { quest: Quest }) {
  const save = useAct(async () => {
    const places: DeskPlace[] = []
    for await (const desk of everyPage(from => furrow.quests.desk(quest.id, { limit: '100', ...from })))
      places.push(...desk.places)
    saveFile(new Blob([deskCsv(places)], { type: 'text/csv' }), `${quest.id}.csv`)
  })
  return (
    <Button className="!min-h-9 !py-1" busy={save.isPending} onClick={() => save.mutate()}>
      <Trans>Download as CSV</Trans>
    </Button>
  )
}
