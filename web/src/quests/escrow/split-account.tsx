import { type Assignment, fromUnits, type Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { AddressLink } from '../../service/address-link.tsx'
import { Amount } from '../../ui/amount.tsx'
import { EscrowButton } from './escrow-button.tsx'

type OfAccount = {
  quest: Quest
  farmer: Assignment
  summary: ReactNode
  /** The button that pays what it has. */
  children: ReactNode
}

/** The account that the contract pays for a place, by which its payees are paid; anybody has it do so once it was paid. */
export function SplitAccount({ quest, farmer, summary, children }: OfAccount) {
  const [isOpen, setOpen] = useState(false)
  if (farmer.split === undefined) return null
  const { account, splitter } = farmer.split
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      <p className="break-all">
        {farmer.split.payees.length > mostInAddress ? (
          <Trans>
            {account}, made by {splitter}. Somebody whose wallet does not take its part names another address
            there (takeTo).
          </Trans>
        ) : (
          <Trans>
            {account}, made by {splitter}. Anybody has it pay{' '}
            <a className="underline" href={exitOf(quest, farmer.split)}>
              on a page that needs only the chain
            </a>
            , and somebody whose wallet does not take its part names another address there.
          </Trans>
        )}
      </p>
      {isOpen && <Payees quest={quest} split={farmer.split} />}
      {farmer.status === 'released' && (
        <EscrowButton quest={quest} call={{ kind: 'share', farmer: farmer.address }}>
          {children}
        </EscrowButton>
      )}
    </details>
  )
}

/** More payees would make an address that servers refuse. */
const mostInAddress = 100

/** The page without a service, where it knows the account and the deposit already. */
function exitOf(
  { funding }: Quest,
  { parts, payees, salt, splitter }: NonNullable<Assignment['split']>,
): string {
  const { escrow = '', escrowId = '', tokenAddress = '' } = funding
  const shares = payees.map((payee, index) => `${payee}=${parts[index]}`).join(',')
  const fields = { contract: escrow, escrow: escrowId, splitter, shares, salt, token: tokenAddress }
  return `/exit/?${new URLSearchParams(fields)}`
}

/** There may be 500 of them, which are looked up once somebody asks. */
function Payees({
  quest: { funding, rewardToken },
  split: { payees, parts },
}: {
  quest: Quest
  split: NonNullable<Assignment['split']>
}) {
  return (
    <ul className="grid gap-1">
      {payees.map((payee, index) => (
        <li key={payee} className="flex flex-wrap items-baseline gap-x-3">
          <AddressLink address={payee} />
          <Amount
            amount={fromUnits(BigInt(parts[index] ?? 0), funding.tokenDecimals ?? 0)}
            token={rewardToken}
          />
        </li>
      ))}
    </ul>
  )
}
