import type { Quest } from '@furrow/sdk'
import { furrow } from '../../../service/furrow.ts'
import { shortAddress } from '../../../ui/address.ts'
import { Card } from '../../../ui/card.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { EscrowButton } from '../../escrow/escrow-button.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

/** What only the platform wallet can do. */
export function PlatformActions({ quest }: { quest: Quest }) {
  const resolve = useQuestAct(
    ({ farmer, outcome }: { farmer: string; outcome: 'pay' | 'refund' }) =>
      furrow.quests.resolve(quest.id, farmer, outcome),
    'The dispute is decided.',
  )
  const disputed = quest.farmers.filter(({ status }) => status === 'disputed')
  if (disputed.length === 0) return null
  const onChain = quest.funding.rail === 'chain'
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl font-semibold">Decide the dispute</h2>
      {disputed.map(({ address: farmer }) => (
        <div key={farmer} className="grid gap-2">
          <p className="text-sm text-muted">Work of {shortAddress(farmer)}</p>
          {onChain ? (
            <>
              <EscrowButton quest={quest} call={{ kind: 'resolve', farmer, pay: true }}>
                Pay the farmer
              </EscrowButton>
              <EscrowButton quest={quest} call={{ kind: 'resolve', farmer, pay: false }}>
                Refund the giver
              </EscrowButton>
            </>
          ) : (
            <>
              <ConfirmButton
                question="Pay the farmer?"
                onConfirm={() => resolve.mutate({ farmer, outcome: 'pay' })}
              >
                Pay the farmer
              </ConfirmButton>
              <ConfirmButton
                question="Refund the giver?"
                onConfirm={() => resolve.mutate({ farmer, outcome: 'refund' })}
              >
                Refund the giver
              </ConfirmButton>
            </>
          )}
        </div>
      ))}
    </Card>
  )
}
