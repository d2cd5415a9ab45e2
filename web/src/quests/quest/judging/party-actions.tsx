import type { Assignment, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSession } from '../../../auth/session.tsx'
import { furrow } from '../../../service/furrow.ts'
import { sameAddress } from '../../../ui/address.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { EscrowButton } from '../../escrow/escrow-button.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { useHanded } from './handed-fields.tsx'

/** The actions of a party of an open dispute. */
export function PartyActions({ quest, farmer }: { quest: Quest; farmer: Assignment }) {
  const { address } = useSession()
  const isFarmer = sameAddress(address, farmer.address)
  return (
    <div className="flex flex-wrap gap-2">
      <EvidenceDialog quest={quest} farmer={farmer.address} />
      {isFarmer && !quest.contest && <Concede quest={quest} farmer={farmer} />}
    </div>
  )
}

function EvidenceDialog({ quest, farmer }: { quest: Quest; farmer: string }) {
  const { handed, fields, forget } = useHanded(`evidence ${quest.id} ${farmer}`)
  const act = useQuestAct(
    () => furrow.quests.addEvidence(quest.id, { farmer, ...handed }),
    t`The evidence was added.`,
  )
  return (
    <FormDialog
      title={t`Add evidence`}
      description={t`Only the other side and the arbiter can read it. Ten pieces at most.`}
      label={t`Add evidence`}
      busy={act.isPending}
      onSubmit={() => act.mutateAsync().then(forget)}
    >
      {fields}
    </FormDialog>
  )
}

function Concede({ quest, farmer }: { quest: Quest; farmer: Assignment }) {
  const { rail, contractVersion = 1 } = quest.funding
  if (rail === 'ledger') return <ConcedeInLedger quest={quest} />
  // The first version of the contract knows no concession, and the account of a team makes none.
  if (contractVersion < 2 || farmer.split !== undefined) return null
  return (
    <EscrowButton quest={quest} call={{ kind: 'concede' }} variant="danger" question={conceding}>
      <Trans>Concede</Trans>
    </EscrowButton>
  )
}

const conceding = t`The giver is refunded at once, and the dispute is over.`

function ConcedeInLedger({ quest }: { quest: Quest }) {
  const act = useQuestAct(() => furrow.quests.concede(quest.id), t`You conceded; the giver has it back.`)
  return (
    <ConfirmButton variant="danger" busy={act.isPending} question={conceding} onConfirm={() => act.mutate()}>
      <Trans>Concede</Trans>
    </ConfirmButton>
  )
}
