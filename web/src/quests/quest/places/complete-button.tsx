import type { Assignment, Quest } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useNameOf } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { When } from '../../../ui/time.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { mayFree } from './idle.ts'

/** Completing pays every farmer with a place, also those who handed in nothing: they are named, and can be freed first. */
export function CompleteButton({ quest, live }: { quest: Quest; live: readonly Assignment[] }) {
  const [open, setOpen] = useState(false)
  const complete = useQuestAct(() => furrow.quests.complete(quest.id), t`The quest is completed.`)
  const idle = live.filter(({ status, returned }) => status === 'accepted' && !returned)
  const label = live.length > 0 ? t`Pay everyone and complete` : t`Close as completed`
  return (
    <>
      <Button variant="quiet" busy={complete.isPending} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t`Are you sure?`}
        description={questionOf(live.length)}
      >
        {idle.length > 0 && <Idle quest={quest} idle={idle} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setOpen(false)}>
            <Trans>Not now</Trans>
          </Button>
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
  if (count === 0) return t`This closes the quest to new farmers.`
  return plural(count, {
    one: 'This pays the farmer who has a place now.',
    other: 'This pays all # farmers who have a place now.',
  })
}

function Idle({ quest, idle }: { quest: Quest; idle: readonly Assignment[] }) {
  const { reward } = quest
  const now = idle.filter(place => mayFree(place))
  const idlers = idle.length
  const freeable = now.length
  const free = useQuestAct(async () => {
    for (const { address } of now) await furrow.quests.remove(quest.id, address)
  }, t`Their places are free again.`)
  return (
    <div className="grid gap-3 rounded-xl border border-danger/50 p-4" role="alert">
      <p>
        {plural(idlers, {
          one: `One of them has handed in nothing, and ${reward} would be released to them:`,
          other: `# of them have handed in nothing, and ${reward} would be released to each:`,
        })}
      </p>
      <ul className="grid gap-1 text-sm">
        {idle.map(place => (
          <li key={place.address}>
            <IdleFarmer place={place} />
          </li>
        ))}
      </ul>
      {freeable > 0 && (
        <Button variant="primary" busy={free.isPending} onClick={() => free.mutate()}>
          {plural(freeable, { one: 'Free this place first', other: 'Free # places first' })}
        </Button>
      )}
    </div>
  )
}

function IdleFarmer({ place }: { place: Assignment }) {
  const who = <strong>{useNameOf(place.address)}</strong>
  if (mayFree(place) || place.idleAt === null) return who
  return (
    <Trans>
      {who}, whose place you can free from <When at={place.idleAt} exact /> on
    </Trans>
  )
}
