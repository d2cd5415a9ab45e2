import { fromUnits, type Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { AddressLink } from '../../service/address-link.tsx'
import type { ChainFacts } from '../../service/chain-facts.ts'
import { termsOf } from '../../service/contract-terms.ts'
import { useConfig } from '../../service/use-config.ts'
import { sameAddress, shortAddress } from '../../ui/address.ts'
import { Amount } from '../../ui/amount.tsx'
import type { Plan, Wanted } from './read-plan.ts'
import { WhatIfNothing } from './what-if-nothing.tsx'

const native = /^0x0{40}$/

/** The amount, its destination, the arbiter, and the outcome where nobody does anything. */
export function PlanFacts({
  wanted,
  chain,
  plan,
}: {
  wanted: Wanted
  chain: ChainFacts
  plan: Plan | undefined
}) {
  const { quests, sponsorship } = wanted
  const [quest] = quests
  const { funding } = quest
  const amount = amountOf(quests)
  const places = quests.reduce((sum, { maxFarmers }) => sum + maxFarmers, 0)
  const { coin, chainId } = chain
  const fee = plan?.onChain?.fee ?? null
  const isGasPaid = plan?.onChain?.isGasPaid === true
  return (
    <dl className="grid gap-3 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
      <Row name={t`You pay`}>
        {isGasPaid ? (
          <Amount amount={amount} token={funding.token} />
        ) : places > 1 ? (
          <Trans>
            <Amount amount={amount} token={funding.token} /> for{' '}
            <Plural value={places} one="# place" other="# places" />, and the network’s fee in {coin}
          </Trans>
        ) : (
          <Trans>
            <Amount amount={amount} token={funding.token} />, and the network’s fee in {coin}
          </Trans>
        )}
      </Row>
      {isGasPaid ? (
        <Row name={t`The network’s fee`}>
          <Trans>The community pays it for you.</Trans>
        </Row>
      ) : (
        fee !== null &&
        fee > 0n && (
          <Row name={t`The network’s fee`}>
            <Trans>
              about <Amount amount={shortFee(fee)} token={coin} />; your wallet says it exactly
            </Trans>
          </Row>
        )
      )}
      {quests.length > 1 && (
        <Row name={t`For`}>
          <ul className="grid list-disc gap-1 pl-4">
            {quests.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        </Row>
      )}
      {sponsorship && (
        <Row name={t`For`}>
          <Trans>
            the quest of <AddressLink address={sponsorship.giver} />, who decides about the work; unearned
            money goes back to you
          </Trans>
        </Row>
      )}
      <Row name={t`Into`}>
        <Trans>
          the escrow contract <At address={funding.escrow ?? ''} explorer={chain.explorer} />
        </Trans>
      </Row>
      <Row name={t`Network`}>
        {chain.name}{' '}
        {chain.name.includes(String(chainId)) || (
          <span className="text-muted">
            <Trans>(id {chainId})</Trans>
          </span>
        )}
      </Row>
      {native.test(funding.tokenAddress ?? '') || (
        <Row name={t`Token`}>
          {funding.token} <At address={funding.tokenAddress ?? ''} explorer={chain.explorer} />
        </Row>
      )}
      <Row name={t`Disputes`}>
        <Judge quest={quest} plan={plan} />
      </Row>
      <Row name={t`If nobody does anything`}>
        <WhatIfNothing quest={quest} />
      </Row>
    </dl>
  )
}

/** Exactly, and as the quest says it where there is one. */
function amountOf([quest, ...others]: Wanted['quests']): string {
  const { amount, tokenDecimals = 18 } = quest.funding
  if (others.length === 0) return amount
  const units = [quest, ...others].reduce(
    (sum, { funding, maxFarmers }) => sum + BigInt(funding.amountEach ?? 0) * BigInt(maxFarmers),
    0n,
  )
  return fromUnits(units, tokenDecimals)
}

/** Two digits of it: what a block takes changes with each block. */
function shortFee(fee: bigint): string {
  const digits = String(fee)
  const rounded = BigInt(digits.slice(0, 2).padEnd(digits.length, '0'))
  return fromUnits(rounded, 18)
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

/** The contract names the arbiter, to the wallet or earlier to the service; the settings do only where neither could ask it. */
function Judge({ quest, plan }: { quest: Quest; plan: Plan | undefined }) {
  const config = useConfig()
  const { platformWallet } = config
  const terms = termsOf(config, quest.funding)
  const arbiter = plan?.onChain?.arbiter ?? terms?.decidedBy ?? null
  if (arbiter === null) return t`The arbiter of the contract decides them.`
  const isPlatform = sameAddress(arbiter, platformWallet)
  const decider = (
    <AddressLink address={arbiter}>{isPlatform ? t`The platform wallet` : undefined}</AddressLink>
  )
  if (!plan?.onChain && terms?.source === 'settings')
    return (
      <Trans>{decider} decides them, as this service’s settings say: the contract was not asked yet.</Trans>
    )
  if (!plan?.onChain) return <Trans>{decider} decides them.</Trans>
  if (plan.onChain.isArbiterContract)
    return <Trans>{decider} decides them: a contract, such as a court or a shared wallet.</Trans>
  return <Trans>{decider} decides them: one key.</Trans>
}
