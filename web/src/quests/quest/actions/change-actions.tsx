import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { furrow } from '../../../service/furrow.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

/** The giver changes the quest, or takes no farmers for now. */
export function ChangeActions({ quest }: { quest: Quest }) {
  const pause = useQuestAct(() => furrow.quests.pause(quest.id), t`It takes no farmers for now.`)
  const resume = useQuestAct(() => furrow.quests.resume(quest.id), t`It takes farmers again.`)
  return (
    <>
      <LinkButton variant="quiet" to="/quests/$id/edit" params={{ id: quest.id }}>
        <Trans>Change the quest</Trans>
      </LinkButton>
      {quest.funding.noticeEndsAt ? null : quest.paused ? (
        <Button variant="quiet" busy={resume.isPending} onClick={() => resume.mutate()}>
          <Trans>Take farmers again</Trans>
        </Button>
      ) : (
        quest.status === 'open' && (
          <Button variant="quiet" busy={pause.isPending} onClick={() => pause.mutate()}>
            <Trans>Take no farmers for now</Trans>
          </Button>
        )
      )}
    </>
  )
}
