import type { Assignment, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useSession } from '../../../auth/session.tsx'
import { AddressLink } from '../../../service/address-link.tsx'
import { chainName } from '../../../service/chain-name.ts'
import { useConfig } from '../../../service/use-config.ts'
import { sameAddress } from '../../../ui/address.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { InReach } from '../../../ui/in-reach.tsx'
import { Section } from '../../../ui/section.tsx'
import { forgetSent, readSent, sentName } from '../../escrow/sent.ts'
import { nextOfGiver, waitsForPayment } from '../../next-of-giver.ts'
import { allOfQuest, paymentTo } from '../../paying/kept.ts'
import { owedTo, type PayChain, payChains } from '../../paying/owed.ts'
import { PayElsewhere } from '../../paying/pay-elsewhere.tsx'
import { PayNow } from '../../paying/pay-now.tsx'
import { PayTogether } from '../../paying/pay-together.tsx'
import { MarkAsPaid } from './mark-as-paid.tsx'

/** Shown at first, of many. */
const most = 3

/** The giver's payments of released work on the ledger rail, until the service sees them. */
export function Owed({ quest }: { quest: Quest }) {
  const { address } = useSession()
  const config = useConfig()
  const { rewardToken } = quest
  const [all, setAll] = useState(false)
  const chains = payChains(config, rewardToken)
  const unpaid = quest.farmers.filter(farmer => waitsForPayment(quest, farmer))
  const count = unpaid.length
  if (!sameAddress(address, quest.giver) || unpaid.length === 0) return null
  const next = nextOfGiver(quest)
  return (
    <Section className="grid gap-4">
      <h2 className="text-xl font-semibold">
        <Trans>Payments</Trans>
      </h2>
      <p className="text-sm text-muted">
        {chains.length === 0
          ? t`Released work is booked here, and you pay it from your own wallet. This service sees no chain with ${rewardToken}, so the farmer confirms that it came.`
          : t`You pay released work from your own wallet. The service looks the payment up on its chain: then the work is shown as paid, and counts for points.`}
      </p>
      <AllAtOnce quest={quest} chains={chains} />
      {unpaid.slice(0, all ? unpaid.length : most).map(farmer => (
        <OwedToOne
          key={farmer.address}
          quest={quest}
          farmer={farmer}
          chains={chains}
          isNext={next?.kind === 'pay' && next.farmer === farmer.address}
        />
      ))}
      {!all && count > most && (
        <Button onClick={() => setAll(true)}>
          <Trans>Show all {count} payments</Trans>
        </Button>
      )}
    </Section>
  )
}

/** All that is owed of this quest: where the token is on several chains, on the first. */
function AllAtOnce({ quest, chains: [chain] }: { quest: Quest; chains: readonly PayChain[] }) {
  const owed = quest.farmers.flatMap(farmer => owedTo(quest, farmer) ?? [])
  const { address } = useSession()
  const name = sentName(quest.id, allOfQuest, address)
  const isOver = owed.length === 0
  useEffect(() => {
    if (isOver) forgetSent(name)
  }, [isOver, name])
  const isKept = !isOver && readSent(name) !== null
  return chain && (owed.length > 1 || isKept) ? <PayTogether id={quest.id} owed={owed} chain={chain} /> : null
}

type OneProps = { quest: Quest; farmer: Assignment; chains: readonly PayChain[]; isNext: boolean }

function OwedToOne({ quest, farmer, chains, isNext }: OneProps) {
  const [chosen, setChosen] = useState(chains[0]?.chainId)
  const owed = owedTo(quest, farmer)
  const chain = chains.find(({ chainId }) => chainId === chosen)
  useForgetPayment(quest.id, farmer)
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <p className="flex flex-wrap items-baseline justify-between gap-2">
        <AddressLink address={farmer.address} />
        <Amount amount={farmer.paid ?? '0'} token={quest.rewardToken} />
      </p>
      {owed && chains.length > 1 && (
        <Field label={t`Chain`}>
          {bound => (
            <Select {...bound} value={chosen} onChange={event => setChosen(Number(event.target.value))}>
              {chains.map(({ chainId }) => (
                <option key={chainId} value={chainId}>
                  {chainName(chainId)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {owed && chain && (
        <InReach when={isNext}>
          <PayNow owed={owed} chain={chain} />
        </InReach>
      )}
      {owed === null && farmer.payment?.saidPaidAt && (
        <p className="text-sm text-muted">
          <Trans>You said that you have paid. The farmer is asked whether it came.</Trans>
        </p>
      )}
      {chains.length > 0 && <MarkAsPaid quest={quest} farmer={farmer} chains={chains} />}
      {owed && (
        <InReach when={isNext && chains.length === 0}>
          <PayElsewhere quest={quest} owed={owed} isOnly={chains.length === 0} isNext={isNext} />
        </InReach>
      )}
    </div>
  )
}

/** Once the service knows of it, this device need not. */
function useForgetPayment(questId: string, { address: farmer, payment }: Assignment): void {
  const { address } = useSession()
  const isKnown = payment?.status !== 'recorded'
  useEffect(() => {
    if (isKnown) forgetSent(sentName(questId, paymentTo(farmer), address))
  }, [questId, farmer, address, isKnown])
}
