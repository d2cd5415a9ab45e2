import { type CommunityDao, type Obligation, tokenSymbol } from '@furrow/sdk'
import { useState } from 'react'
import { Amount, plainAmount } from '../ui/amount.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Input } from '../ui/field.tsx'
import { EditDialog } from './edit-dialog.tsx'

type TreasuryProps = { treasury: CommunityDao['treasury']; edits: boolean }

export function Treasury({ treasury, edits }: TreasuryProps) {
  const { balance, token, obligations } = treasury
  return (
    <Card as="section" className="grid gap-5">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h2 className="text-xl font-semibold">Treasury</h2>
          <p className="text-4xl">
            <Amount amount={plainAmount(balance)} token={token} />
          </p>
          <p className="text-sm text-muted">as the Genesis Creator declares it</p>
        </div>
        {edits && <EditTreasury treasury={treasury} />}
      </div>
      {obligations.length > 0 && (
        <div className="grid gap-3">
          <h3 className="font-semibold">What givers promised, from the ledger</h3>
          <ul className="grid gap-4">
            {obligations.map(obligation => (
              <ObligationLine key={obligation.token} obligation={obligation} />
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}

const parts = [
  { name: 'released', label: 'Released', className: 'text-moss' },
  { name: 'inReview', label: 'In review', className: 'text-slate' },
  { name: 'refunded', label: 'Given back', className: 'text-soil' },
] as const

/** One token: how much of what was promised went where. The bar is a picture; the figures are exact. */
function ObligationLine({ obligation }: { obligation: Obligation }) {
  const promised = Number(obligation.promised)
  let from = 0
  return (
    <li className="grid gap-2">
      <span className="flex items-baseline justify-between gap-3">
        <Amount amount={obligation.promised} token={obligation.token} />
        <span className="text-sm text-muted">promised</span>
      </span>
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="h-2.5 w-full rounded-full"
        aria-hidden="true"
      >
        <rect width="100" height="4" className="fill-line" />
        {parts.map(({ name, className }) => {
          const width = promised > 0 ? (Number(obligation[name]) / promised) * 100 : 0
          const x = from
          from += width
          return <rect key={name} x={x} width={width} height="4" fill="currentColor" className={className} />
        })}
      </svg>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {parts.map(({ name, label, className }) => (
          <div key={name} className="flex items-center gap-1.5">
            <dt className="flex items-center gap-1.5 text-muted">
              <svg viewBox="0 0 8 8" className={`size-2.5 ${className}`} aria-hidden="true">
                <circle cx="4" cy="4" r="4" fill="currentColor" />
              </svg>
              {label}
            </dt>
            <dd>
              <Amount amount={obligation[name]} token={obligation.token} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

function EditTreasury({ treasury: { balance, token } }: { treasury: CommunityDao['treasury'] }) {
  const [typed, setTyped] = useState({ balance: plainAmount(balance), token })
  const wrongBalance = !/^\d{1,15}(\.\d{1,18})?$/.test(typed.balance.trim())
  const wrongToken = !new RegExp(tokenSymbol).test(typed.token.trim())
  return (
    <EditDialog
      label="Edit the treasury"
      title="The treasury"
      onOpen={() => setTyped({ balance: plainAmount(balance), token })}
      change={() =>
        wrongBalance || wrongToken
          ? null
          : { treasury: { balance: Number(typed.balance), token: typed.token.trim() } }
      }
    >
      <Field label="Balance" error={wrongBalance ? 'Give a number, such as 1200 or 0.5.' : undefined}>
        {bound => (
          <Input
            {...bound}
            inputMode="decimal"
            value={typed.balance}
            onChange={event => setTyped({ ...typed, balance: event.target.value })}
          />
        )}
      </Field>
      <Field label="Token" error={wrongToken ? 'Give the symbol of a token, such as USDC.' : undefined}>
        {bound => (
          <Input
            {...bound}
            value={typed.token}
            onChange={event => setTyped({ ...typed, token: event.target.value })}
          />
        )}
      </Field>
    </EditDialog>
  )
}
