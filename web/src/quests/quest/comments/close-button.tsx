import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { furrow } from '../../../service/furrow.ts'
import { Button } from '../../../ui/button.tsx'
import { useCommentAct } from './use-comments.ts'

/** The giver closes the comments, or opens them again. */
export function CloseButton({ quest, closed }: { quest: Quest; closed: boolean }) {
  const close = useCommentAct(
    quest,
    () => furrow.quests.closeComments(quest.id, !closed),
    closed ? t`Everyone may comment again.` : t`Only you may comment now.`,
  )
  return (
    <Button busy={close.isPending} onClick={() => close.mutate()}>
      {closed ? t`Take comments again` : t`Take no more comments`}
    </Button>
  )
}
