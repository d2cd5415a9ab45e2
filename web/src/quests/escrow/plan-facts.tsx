import type { Quest } from '@furrow/sdk'
import type { ReactNode } from 'react'
import { AddressLink } from '../../service/address-link.tsx'
import type { ChainFacts } from '../../service/chain-facts.ts'
import { useConfig } from '../../service/use-config.ts'
import { sameAddress, shortAddress } from '../../ui/address.ts'
import { Amount } from '../../ui/amount.tsx'
import type { Plan } from './read-plan.ts'
import { WhatIfNothing } from './what-if-nothing.tsx'

const native = /^0x0{40}$/

/** What is paid, into what, who judges, and what comes of it where nobody does anything. */
export function PlanFacts({
  quest,
  chain,
  plan,
}: {
  quest: Quest
  chain: ChainFacts
  plan: Plan | undefined
}) {
  const { funding, maxFarmers } = quest
  return (
    <dl className="grid gap-3 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
      <Row name="You pay">
        <Amount amount={funding.amount} token={funding.token} />
        {maxFarmers > 1 && ` for ${maxFarmers} places`}, and the network’s fee in {chain.coin}
      </Row>
      <Row name="Into">
        the escrow contract <At address={funding.escrow ?? ''} explorer={chain.explorer} />
      </Row>
      <Row name="Network">
        {chain.name}{' '}
        {chain.name.startsWith('chain') || <span className="text-muted">(id {chain.chainId})</span>}
      </Row>
      {native.test(funding.tokenAddress ?? '') || (
        <Row name="Token">
          {funding.token} <At address={funding.tokenAddress ?? ''} explorer={chain.explorer} />
        </Row>
      )}
      <Row name="Disputes">
        <Judge plan={plan} />
      </Row>
      <Row name="If nobody does anything">
        <WhatIfNothing quest={quest} />
      </Row>
    </dl>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:col-span-2 sm:grid-cols-subgrid">
      <dt className="font-semibold">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function At({ address, explorer }: { address: string; explorer: string | null }) {
  if (explorer === null) return <span className="tabular-nums">{address}</span>
  return (
    <a
      href={`${explorer}/address/${address}`}
      className="tabular-nums underline"
      rel="noreferrer"
      title={address}
    >
      {shortAddress(address)}
    </a>
  )
}

/** The contract says who decides; while the wallet is elsewhere, the service does. */
function Judge({ plan }: { plan: Plan | undefined }) {
  const { platformWallet, disputes } = useConfig()
  const arbiter = plan?.onChain?.arbiter ?? disputes.decidedBy
  if (arbiter === null) return 'The arbiter of the contract decides them.'
  const isPlatform = sameAddress(arbiter, platformWallet)
  return (
    <>
      <AddressLink address={arbiter}>
        {isPlatform ? 'The platform wallet' : shortAddress(arbiter)}
      </AddressLink>{' '}
      decides them
      {plan?.onChain &&
        (plan.onChain.isArbiterContract ? ': a contract, such as a court or a shared wallet' : ': one key')}
      .
    </>
  )
}
