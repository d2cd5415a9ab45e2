import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SignedIn } from '../auth/session.tsx'
import { FrozenNotice, ModeratorsLink } from '../moderation/notices.tsx'
import { Failed } from '../service/failed.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, Loading } from '../ui/states.tsx'
import { RunningWork } from './running-work.tsx'
import { TaskList } from './task-list.tsx'
import { useTasks } from './use-tasks.ts'

const most = 100

export function TasksPage() {
  return (
    <Page
      title={t`Tasks`}
      lead={t`Others wait for you to do these; the first due are at the top.`}
      actions={
        <>
          <PayDue />
          <LinkButton to="/thanks">{t`Thank somebody`}</LinkButton>
          <ModeratorsLink />
        </>
      }
    >
      <FrozenNotice />
      <SignedIn reason={t`Sign in to see what waits for you.`}>
        <Tasks />
        <RunningWork />
      </SignedIn>
    </Page>
  )
}

function PayDue() {
  const { data } = useTasks(most)
  return data && data.counts.pay > 0 ? <LinkButton to="/pay">{t`Pay what is due`}</LinkButton> : null
}

function Tasks() {
  const { data, error, refetch } = useTasks(most)
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading label={t`Loading your tasks`} />
  if (data.tasks.length === 0)
    return (
      <Empty title={t`Nothing waits for you.`}>
        <p className="mb-4">
          <Trans>
            Work to look at, applications, payments that are due and places that end soon come here, the most
            urgent first.
          </Trans>
        </p>
        <LinkButton to="/quests" variant="primary">
          <Trans>Find work</Trans>
        </LinkButton>
      </Empty>
    )
  return (
    <>
      <TaskList tasks={data.tasks} />
      {data.tasks.length === most && (
        <p className="text-sm text-muted">
          <Trans>These are the first {most}; the others follow as these are done.</Trans>
        </p>
      )}
    </>
  )
}
