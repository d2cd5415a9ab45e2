import type { Quest } from '@furrow/sdk'
import { furrow, useConfig } from '../app/furrow.ts'
import { useAct } from '../app/use-act.ts'
import { useSession } from '../auth/session.tsx'
import { shortAddress } from '../ui/address-link.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { FarmerActions } from './farmer-actions.tsx'
import { EscrowButton } from './fund-panel.tsx'
import { GiverActions } from './giver-actions.tsx'

const same = (one: string | null | undefined, other: string | null | undefined) =>
  one?.toLowerCase() === other?.toLowerCase() && one != null

/** What this user may do with this quest now, and nothing else. */
export function QuestActions({ quest }: { quest: Quest }) {
  const { address, ask } = useSession()
  const { platformWallet } = useConfig()
  if (address === null)
    return quest.status === 'open' ? (
      <Card className="grid gap-3">
        <p>Sign in to take this quest.</p>
        <Button variant="primary" onClick={ask}>
          Sign in with your wallet
        </Button>
      </Card>
    ) : null
  return (
    <>
      {same(address, quest.giver) ? (
        <GiverActions quest={quest} />
      ) : (
        <FarmerActions quest={quest} mine={quest.farmers.find(farmer => same(farmer.address, address))} />
      )}
      {same(address, platformWallet) && <PlatformActions quest={quest} />}
    </>
  )
}

function PlatformActions({ quest }: { quest: Quest }) {
  const resolve = useAct(
    ({ farmer, outcome }: { farmer: string; outcome: 'pay' | 'refund' }) =>
      furrow.quests.resolve(quest.id, farmer, outcome),
    { done: 'The dispute is decided.', invalidate: [['quests']] },
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
