import type { Application, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { MessageLink } from '../../../auth/message-link.tsx'
import { useSession } from '../../../auth/session.tsx'
import { AddressLink, useNameOf } from '../../../service/address-link.tsx'
import { Face } from '../../../service/face.tsx'
import { Failed } from '../../../service/failed.tsx'
import { furrow } from '../../../service/furrow.ts'
import { More } from '../../../service/more.tsx'
import { sameAddress } from '../../../ui/address.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loading } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { When } from '../../../ui/time.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { Answers } from './answers.tsx'
import { ApplicantRecord } from './applicant-record.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { type ApplicationSort, useWaiting } from './use-applications.ts'

/** Applicants waiting for the giver's answer, each beside their earlier work. Nobody else sees them. */
export function Applicants({ quest }: { quest: Quest }) {
  const { address } = useSession()
  const isGiver = sameAddress(address, quest.giver)
  if (!isGiver || quest.admission !== 'application' || quest.status !== 'open') return null
  return <Waiting quest={quest} />
}

function Waiting({ quest }: { quest: Quest }) {
  const [sort, setSort] = useState<ApplicationSort>('applied')
  const list = useWaiting(quest.id, sort)
  const { data, error, refetch } = list
  const count = quest.applications ?? 0
  const applications = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Section id="applications" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">
          <Trans>Applications ({count})</Trans>
        </h2>
        {count > 1 && (
          <Tabs
            label={t`Order of the applications`}
            value={sort}
            onChange={setSort}
            tabs={[
              { value: 'applied', label: t`First come` },
              { value: 'record', label: t`Most finished work` },
            ]}
          />
        )}
      </div>
      {error && !data && <Failed error={error} retry={refetch} />}
      {!data && !error && <Loading label={t`Loading the applications`} rows={1} />}
      {data && applications.length === 0 && (
        <p className="text-muted">
          <Trans>Nobody waits for an answer.</Trans>
        </p>
      )}
      <ul className="grid divide-y divide-line">
        {applications.map(application => (
          <Applicant key={application.farmer} quest={quest} application={application} />
        ))}
      </ul>
      <More list={list}>
        <Trans>Show more</Trans>
      </More>
    </Section>
  )
}

function Applicant({ quest, application }: { quest: Quest; application: Application }) {
  const { farmer, note, answers, record } = application
  const who = useNameOf(farmer)
  const admit = useQuestAct(
    () => furrow.quests.admit(quest.id, farmer),
    t`The place is given, and the farmer told.`,
  )
  return (
    <li className="grid min-w-0 content-start gap-3 py-4 text-sm first:pt-0">
      <span className="flex flex-wrap items-center gap-2 text-base">
        <Face address={farmer} size={32} />
        <AddressLink address={farmer} pictured />
        <MessageLink address={farmer} />
      </span>
      {record && <ApplicantRecord record={record} />}
      {note && (
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {note}
        </p>
      )}
      <Answers answers={answers} />
      <p className="text-muted">
        <Trans>
          applied <When at={application.appliedAt} />
        </Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <ConfirmButton
          variant="primary"
          busy={admit.isPending}
          question={t`Give ${who} a place?`}
          onConfirm={() => admit.mutate()}
        >
          <Trans>Admit</Trans>
        </ConfirmButton>
        <DeclineDialog quest={quest} farmer={farmer} />
      </div>
    </li>
  )
}
