import type { Assignment, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useKept } from '../../../auth/use-kept.ts'
import { Person } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { EscrowButton } from '../../escrow/escrow-button.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

const most = 2

/** For work that was handed in without a merge; nothing where it cannot be returned. */
export function ReturnDialog({ quest, farmer }: { quest: Quest; farmer: Assignment }) {
  const who = <Person address={farmer.address} />
  const [note, setNote, forget] = useKept(`return ${quest.id} ${farmer.address}`, '')
  const act = useQuestAct(
    () => furrow.quests.return(quest.id, farmer.address, note),
    t`The farmer has the work back.`,
  )
  const left = most - (farmer.returned?.times ?? 0)
  const isMerged = farmer.pullRequest !== null
  // Prizes are fixed, and are not returned.
  if (farmer.status !== 'in-review' || isMerged || left <= 0 || quest.contest) return null
  if (quest.funding.rail === 'chain') return <ReturnOnChain quest={quest} farmer={farmer} />
  return (
    <FormDialog
      title={<Trans>Return the work of {who}</Trans>}
      description={
        left === 1
          ? t`The farmer has it back, hands it in again, and you have as long to look at it as now. You can do this once more.`
          : t`The farmer has it back, hands it in again, and you have as long to look at it as now. You can do this twice.`
      }
      label={t({ message: 'Return', context: 'action' })}
      busy={act.isPending}
      onSubmit={() => act.mutateAsync().then(forget)}
    >
      <TextField
        label={t`What is missing`}
        hint={t`Everybody can read it.`}
        value={note}
        required
        maxLength={5_000}
        onText={setNote}
      />
    </FormDialog>
  )
}

/** By the giver's wallet, and only for work proposed to the contract; its first version returns nothing. */
function ReturnOnChain({ quest, farmer }: { quest: Quest; farmer: Assignment }) {
  const { contractVersion = 1, noticeEndsAt } = quest.funding
  if (contractVersion < 2 || noticeEndsAt || farmer.holdReason === 'proposing') return null
  return (
    <EscrowButton
      quest={quest}
      call={{ kind: 'returnWork', farmer: farmer.address }}
      question={t`The farmer has it back and hands it in again; then the review starts anew. The contract takes no words: say in the comments what is missing.`}
    >
      <Trans context="action">Return</Trans>
    </EscrowButton>
  )
}
