import type { NewFollow } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { Button } from '../ui/button.tsx'
import { CheckedForm } from '../ui/checked-form.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFilterWords } from './filter-words.ts'
import { type FollowChoice, FollowFields } from './follow-fields.tsx'

type FollowDialogProps = { filter: NewFollow['filter']; onClose: () => void }

/** Follows the filter that the board has now. */
export function FollowDialog({ filter, onClose }: FollowDialogProps) {
  const words = useFilterWords(filter)
  const [choice, setChoice] = useState<FollowChoice>({
    name: words.join(' · ').slice(0, 80) || t`All quests`,
    how: 'now',
    channels: null,
  })
  const add = useAct(() => furrow.quests.follows.add({ ...choice, filter }), {
    done: t`You are told of such quests from now on.`,
    invalidate: [['follows']],
  })
  async function submit() {
    await add.mutateAsync()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Tell me of such quests`}
      description={
        words.length === 0 ? (
          <Trans>You are told of every quest that opens.</Trans>
        ) : (
          <Trans>You are told of quests that open and fit: {words.join(', ')}.</Trans>
        )
      }
    >
      <CheckedForm onSubmit={() => submit().catch(() => {})} className="grid gap-4">
        <FollowFields choice={choice} onChange={setChoice} />
        <p className="text-sm text-muted">
          <Trans>Each quest is told once. You change or end it under Notifications.</Trans>
        </p>
        <Button type="submit" variant="primary" busy={add.isPending}>
          <Trans>Tell me</Trans>
        </Button>
      </CheckedForm>
    </Dialog>
  )
}
