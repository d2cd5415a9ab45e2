import type { Quest } from '@furrow/sdk'
import { furrow } from '../../../service/furrow.ts'
import { Button } from '../../../ui/button.tsx'
import { useCommentAct } from './use-comments.ts'

/** The giver wants no more comments, or wants them again. */
export function CloseButton({ quest, closed }: { quest: Quest; closed: boolean }) {
  const close = useCommentAct(
    quest,
    () => furrow.quests.closeComments(quest.id, !closed),
    closed ? 'Everyone may comment again.' : 'Only you may comment now.',
  )
  return (
    <Button busy={close.isPending} onClick={() => close.mutate()}>
      {closed ? 'Take comments again' : 'Take no more comments'}
    </Button>
  )
}
