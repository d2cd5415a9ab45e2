import { t } from '@lingui/core/macro'
import { getRouteApi } from '@tanstack/react-router'
import { SignedIn } from '../auth/session.tsx'
import { Failed } from '../service/failed.tsx'
import { Page } from '../ui/page.tsx'
import { Loading } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Log } from './log.tsx'
import { Mine } from './mine.tsx'
import { Moderators } from './moderators.tsx'
import { Queue } from './queue.tsx'
import { useMine } from './use-mine.ts'

const route = getRouteApi('/moderation')

const tabs = [
  { value: 'queue', label: t`Queue` },
  { value: 'log', label: t`Log` },
  { value: 'moderators', label: t`Moderators` },
  { value: 'mine', label: t`About you` },
] as const
type Tab = (typeof tabs)[number]['value']

/** For moderators: the open reports and the log. For everybody: the decisions about what is theirs. */
export function ModerationPage() {
  return (
    <Page
      title={t`Moderation`}
      lead={t`Nothing is deleted silently: each decision has a reason, and can be answered.`}
    >
      <SignedIn reason={t`Sign in to see what moderators decided about you.`}>
        <Views />
      </SignedIn>
    </Page>
  )
}

function Views() {
  const { mine, error, refetch } = useMine()
  const { view } = route.useSearch()
  const navigate = route.useNavigate()
  if (error && !mine) return <Failed error={error} retry={refetch} />
  if (!mine) return <Loading label={t`Loading`} />
  if (mine.role === null) return <Mine />
  const tab: Tab = tabs.find(({ value }) => value === view)?.value ?? 'queue'
  return (
    <>
      <Tabs
        label={t`What to look at`}
        value={tab}
        tabs={tabs}
        onChange={next => navigate({ search: { view: next === 'queue' ? undefined : next } })}
      />
      {tab === 'queue' && <Queue />}
      {tab === 'log' && <Log />}
      {tab === 'moderators' && <Moderators names={mine.role === 'platform'} />}
      {tab === 'mine' && <Mine />}
    </>
  )
}
