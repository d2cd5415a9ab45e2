import type { Quest, QuestEvent } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Failed } from '../../../service/failed.tsx'
import { furrow } from '../../../service/furrow.ts'
import { Loading } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Said } from '../../said.tsx'
import { SaidCard } from '../../said-card.tsx'
import { Happened } from '../timeline/happened.tsx'

type EvidenceCardProps = {
  quest: Quest
  id: string
  event: QuestEvent
  /** Counted from 1 over all evidence about this farmer's work. */
  number: number
  isTarget: boolean
}

/** Evidence of one side of a dispute, for both sides and the arbiter. */
export function EvidenceCard({ quest, id, event, number, isTarget }: EvidenceCardProps) {
  const farmer = event.farmer ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['quests', quest.id, 'evidence', farmer, quest.updatedAt],
    queryFn: () => furrow.quests.evidence(quest.id, farmer),
    placeholderData: before => before,
  })
  const piece = data?.find(shown => shown.number === number)
  return (
    <SaidCard
      id={id}
      author={event.details.role === 'giver' ? quest.giver : farmer}
      at={event.at}
      heading={
        <span className="text-ink">
          <Happened event={event} quest={quest} />
        </span>
      }
      more={
        <Tag tone="slate">
          <Trans>Not public</Trans>
        </Tag>
      }
      isTarget={isTarget}
    >
      {piece && <Said text={piece.note} url={piece.url} />}
      {!data &&
        (error ? (
          <Failed error={error} retry={refetch} />
        ) : (
          <Loading label={t`Loading the evidence`} rows={1} />
        ))}
    </SaidCard>
  )
}
