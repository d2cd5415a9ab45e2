import type { Assignment, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { furrow } from '../../../service/furrow.ts'
import { Button } from '../../../ui/button.tsx'
import { When } from '../../../ui/time.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

/** For a farmer without work yet: tells when the place is in danger, and has the button that keeps it for a while. */
export function StillOnIt({ quest, place }: { quest: Quest; place: Assignment }) {
  const keep = useQuestAct(
    () => furrow.quests.keep(quest.id),
    t`The giver was told that you are still on it.`,
  )
  if (place.idleAt === null || place.idleAt === place.expiresAt) return null
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">
        <Trans>
          Without work the giver can free your place from <When at={place.idleAt} exact /> on.
        </Trans>
      </p>
      {place.keptAt === null && (
        <Button busy={keep.isPending} onClick={() => keep.mutate()}>
          <Trans>I am still on it</Trans>
        </Button>
      )}
    </div>
  )
}
