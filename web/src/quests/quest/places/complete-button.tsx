import type { Assignment, Quest } from '@furrow/sdk'
import { useState } from 'react'
import { furrow } from '../../../service/furrow.ts'
import { shortAddress } from '../../../ui/address.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { When } from '../../../ui/time.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { mayFree } from './idle.ts'

/** Completing pays whoever has a place, also those who handed in nothing: they are named, and can be freed first. */
export function CompleteButton({ quest, live }: { quest: Quest; live: readonly Assignment[] }) {
  const [open, setOpen] = useState(false)
  const complete = useQuestAct(() => furrow.quests.complete(quest.id), 'The quest is completed.')
  const idle = live.filter(({ status, returned }) => status === 'accepted' && !returned)
  const label = live.length > 0 ? 'Pay everyone and complete' : 'Close as completed'
  return (
    <>
      <Button busy={complete.isPending} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Are you sure?" description={questionOf(live.length)}>
        {idle.length > 0 && <Idle quest={quest} idle={idle} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setOpen(false)}>Not now</Button>
          <Button
            variant={idle.length > 0 ? 'danger' : 'primary'}
            onClick={() => {
              setOpen(false)
              complete.mutate()
            }}
          >
            {label}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

function questionOf(count: number): string {
  if (count === 0) return 'This closes the quest to new farmers.'
  return `This pays ${count === 1 ? 'the farmer' : `all ${count} farmers`} who ${count === 1 ? 'has' : 'have'} a place now.`
}

function Idle({ quest, idle }: { quest: Quest; idle: readonly Assignment[] }) {
  const now = idle.filter(place => mayFree(place))
  const free = useQuestAct(async () => {
    for (const { address } of now) await furrow.quests.remove(quest.id, address)
  }, 'Their places are free again.')
  return (
    <div className="grid gap-3 rounded-xl border border-danger/50 p-4" role="alert">
      <p>
        {idle.length === 1 ? 'One of them has' : `${idle.length} of them have`} handed in nothing, and would
        be paid {quest.reward}:
      </p>
      <ul className="grid gap-1 text-sm">
        {idle.map(place => (
          <li key={place.address}>
            <strong>{shortAddress(place.address)}</strong>
            {!mayFree(place) && place.idleAt && (
              <>
                , whose place you can free from <When at={place.idleAt} exact /> on
              </>
            )}
          </li>
        ))}
      </ul>
      {now.length > 0 && (
        <Button variant="primary" busy={free.isPending} onClick={() => free.mutate()}>
          {now.length === 1 ? 'Free this place first' : `Free ${now.length} places first`}
        </Button>
      )}
    </div>
  )
}
