import type { Application, Quest } from '@furrow/sdk'
import { useSession } from '../../../auth/session.tsx'
import { AddressLink } from '../../../service/address-link.tsx'
import { Face } from '../../../service/face.tsx'
import { Failed } from '../../../service/failed.tsx'
import { furrow } from '../../../service/furrow.ts'
import { sameAddress, shortAddress } from '../../../ui/address.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Loading } from '../../../ui/states.tsx'
import { When } from '../../../ui/time.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { ApplicantRecord } from './applicant-record.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { useWaiting } from './use-applications.ts'

/** Who waits for the giver's answer, side by side with what each did before. Nobody else sees it. */
export function Applicants({ quest }: { quest: Quest }) {
  const { address } = useSession()
  const isGiver = sameAddress(address, quest.giver)
  if (!isGiver || quest.admission !== 'application' || quest.status !== 'open') return null
  return <Waiting quest={quest} />
}

function Waiting({ quest }: { quest: Quest }) {
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = useWaiting(quest.id)
  const applications = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Card as="section" className="grid gap-4">
      <h2 className="text-xl font-semibold">Applications ({quest.applications ?? 0})</h2>
      {error && !data && <Failed error={error} retry={refetch} />}
      {!data && !error && <Loading label="Loading the applications" rows={1} />}
      {data && applications.length === 0 && <p className="text-muted">Nobody waits for an answer.</p>}
      <ul className="grid gap-4 md:grid-cols-2">
        {applications.map(application => (
          <Applicant key={application.farmer} quest={quest} application={application} />
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show more
        </Button>
      )}
    </Card>
  )
}

function Applicant({ quest, application }: { quest: Quest; application: Application }) {
  const { farmer, note, record } = application
  const who = shortAddress(farmer)
  const admit = useQuestAct(
    () => furrow.quests.admit(quest.id, farmer),
    'The place is given, and the farmer told.',
  )
  return (
    <li className="grid min-w-0 content-start gap-3 rounded-xl border border-line p-4 text-sm">
      <span className="flex flex-wrap items-center gap-2 text-base">
        <Face address={farmer} size={32} />
        <AddressLink address={farmer} />
      </span>
      {record && <ApplicantRecord record={record} />}
      {note && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note}</p>}
      <p className="text-muted">
        applied <When at={application.appliedAt} />
      </p>
      <div className="flex flex-wrap gap-2">
        <ConfirmButton
          variant="primary"
          busy={admit.isPending}
          question={`Give ${who} a place?`}
          onConfirm={() => admit.mutate()}
        >
          Admit
        </ConfirmButton>
        <DeclineDialog quest={quest} farmer={farmer} />
      </div>
    </li>
  )
}
