import type { Giving } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { SignedIn, useSession } from '../../auth/session.tsx'
import { Failed } from '../../service/failed.tsx'
import { furrow } from '../../service/furrow.ts'
import { useAct } from '../../service/use-act.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { Costs, Counts, Times } from './giving-figures.tsx'
import { WeekPlot } from './week-plot.tsx'

/** A giver's own figures: how long each step takes, and what merged work costs. */
export function GivingPage() {
  return (
    <Page
      title={t`Your figures as a giver`}
      lead={t`Reckoned from the quests that you posted in these days. Nobody else sees them.`}
    >
      <SignedIn reason={t`Sign in to see your figures.`}>
        <Figures />
      </SignedIn>
    </Page>
  )
}

type Search = { from?: string; to?: string; repo?: string }

const day = /^\d{4}-\d{2}-\d{2}$/

function Figures() {
  const { address } = useSession()
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const span = {
    ...(search.from !== undefined && day.test(search.from) && { from: search.from }),
    ...(search.to !== undefined && day.test(search.to) && { to: search.to }),
  }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['quests', 'giving', address, span],
    queryFn: () => furrow.profile.giving(span),
    placeholderData: before => before,
  })
  const change = (next: Search) =>
    void navigate({ to: '/giving', search: { ...search, ...next }, replace: true })
  return (
    <>
      <Span span={{ from: data?.from, to: data?.to, ...span }} onSpan={change} />
      {error && !data && <Failed error={error} retry={refetch} />}
      {!data && !error && <Loading label={t`Loading your figures`} />}
      {data && (
        <div className={`grid gap-6 ${isPlaceholderData ? 'opacity-60' : ''}`}>
          {data.total.quests === 0 ? (
            <Empty title={t`You posted no quest in these days.`}>
              <LinkButton to="/quests/new">{t`Post a quest`}</LinkButton>
            </Empty>
          ) : (
            <Shown giving={data} repo={search.repo} onRepo={repo => change({ repo })} />
          )}
        </div>
      )}
    </>
  )
}

type SpanProps = {
  span: { from?: string | undefined; to?: string | undefined }
  onSpan: (span: Search) => void
}

function Span({ span, onSpan }: SpanProps) {
  const bind = (name: 'from' | 'to') => ({
    type: 'date',
    value: span[name] ?? '',
    onChange: (event: { target: { value: string } }) => {
      if (day.test(event.target.value)) onSpan({ [name]: event.target.value })
    },
  })
  const table = useAct(async () =>
    saveFile(
      await furrow.profile.givingCsv({
        ...(span.from !== undefined && { from: span.from }),
        ...(span.to !== undefined && { to: span.to }),
      }),
      'giving.csv',
    ),
  )
  return (
    <div className="grid gap-4 sm:flex sm:flex-wrap sm:items-end">
      <Field label={t`From`}>{bound => <Input {...bound} {...bind('from')} max={span.to} />}</Field>
      <Field label={t`To`}>{bound => <Input {...bound} {...bind('to')} min={span.from} />}</Field>
      <Button busy={table.isPending} onClick={() => table.mutate()}>
        <Trans>Download as CSV</Trans>
      </Button>
    </div>
  )
}

type ShownProps = { giving: Giving; repo: string | undefined; onRepo: (repo: string) => void }

/** `-` is for quests without a repository. */
const without = '-'

function Shown({ giving, repo = '', onRepo }: ShownProps) {
  const { complete, repositories, total, weeks } = giving
  const own = repositories.find(({ repository }) => (repository ?? without) === repo)
  const figures = own ?? total
  return (
    <>
      {!complete && (
        <p className="text-sm text-muted">
          <Trans>You have so much here that these figures are of your newest quests.</Trans>
        </p>
      )}
      {(repositories.length > 1 || own) && (
        <div className="max-w-md">
          <Field label={t`Repository`}>
            {bound => (
              <Select {...bound} value={own ? repo : ''} onChange={event => onRepo(event.target.value)}>
                <option value="">{t`All together`}</option>
                {repositories.map(({ repository }) => (
                  <option key={repository ?? without} value={repository ?? without}>
                    {repository ?? t`Without a repository`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
      <Counts figures={figures} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section className="grid gap-4">
          <h2 className="text-xl font-semibold">
            <Trans>Time of each step</Trans>
          </h2>
          <Times figures={figures} />
        </Section>
        <Section className="grid gap-4">
          <h2 className="text-xl font-semibold">
            <Trans>Cost of a merged pull request</Trans>
          </h2>
          <Costs figures={figures} />
        </Section>
      </div>
      {!own && (
        <Section className="grid gap-4">
          <h2 className="text-xl font-semibold">
            <Trans>Finished work, week by week</Trans>
          </h2>
          <WeekPlot weeks={weeks} />
        </Section>
      )}
    </>
  )
}
