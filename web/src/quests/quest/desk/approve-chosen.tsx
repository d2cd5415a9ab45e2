import type { DeskPlace, Quest } from '@furrow/sdk'
import { FurrowError, fromUnits, toUnits } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { furrow } from '../../../service/furrow.ts'
import { plainAmount } from '../../../ui/amount.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

/** Requests under way at a time: the service decides them in one commit, and other people's get their turn. */
const together = 4

const finest = 18

type ApproveChosenProps = { quest: Quest; chosen: readonly DeskPlace[]; onDone: () => void }

/** Approves several pieces of work at once; one that cannot be approved does not stop the others. */
export function ApproveChosen({ quest, chosen, onDone }: ApproveChosenProps) {
  const { say } = useToast()
  const approve = useQuestAct(async () => {
    const refused = await approveAll(quest.id, chosen)
    const done = chosen.length - refused
    if (refused > 0)
      say(
        plural(refused, {
          one: `# piece of work could not be approved; ${done} were.`,
          other: `# pieces of work could not be approved; ${done} were.`,
        }),
        { tone: 'danger' },
      )
    else say(plural(done, { one: '# piece of work is released.', other: '# pieces of work are released.' }))
    onDone()
  })
  const count = chosen.length
  const units = toUnits(plainAmount(quest.rewardAmount), finest) ?? 0n
  const sum = `${fromUnits(units * BigInt(count), finest)} ${quest.rewardToken}`
  return (
    <ConfirmButton
      variant="primary"
      busy={approve.isPending}
      question={t`This releases ${sum} in all. It is booked here; you pay it with your own wallet.`}
      onConfirm={() => approve.mutate()}
    >
      {plural(count, { one: 'Approve # piece of work', other: 'Approve # pieces of work' })}
    </ConfirmButton>
  )
}

/** Gives the number of those that were refused. @throws FurrowError where the service is not there */
async function approveAll(questId: string, chosen: readonly DeskPlace[]): Promise<number> {
  let refused = 0
  const left = [...chosen]
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      try {
        await furrow.quests.approve(questId, next.address)
      } catch (error) {
        if (!(error instanceof FurrowError) || error.status === 401 || error.status >= 500) throw error
        refused++
      }
  }
  await Promise.all(Array.from({ length: together }, work))
  return refused
}
