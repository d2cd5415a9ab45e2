import { type CommunityDao, type Obligation, tokenSymbol } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { chainName } from '../service/chain-name.ts'
import { Amount, plainAmount } from '../ui/amount.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { When } from '../ui/time.tsx'
import { EditDialog } from './edit-dialog.tsx'

type Place = NonNullable<CommunityDao['treasury']['onChain']>
type TreasuryProps = { treasury: CommunityDao['treasury']; edits: boolean }

export function Treasury({ treasury, edits }: TreasuryProps) {
  const { balance, token, onChain } = treasury
  return (
    <Section className="grid gap-5">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h2 className="text-xl font-semibold">
            <Trans>Treasury</Trans>
          </h2>
          <p className="text-4xl">
            <Amount amount={plainAmount(balance)} token={token} />
          </p>
          <p className="text-sm text-muted">
            <Trans>as the Genesis Creator typed it</Trans>
          </p>
        </div>
        {edits && <EditTreasury treasury={treasury} />}
      </div>
      {onChain && <OnChain place={onChain} />}
    </Section>
  )
}

/** Promised amounts, which are not the treasury's: each giver pays their own. */
export function Promises({ obligations }: Pick<CommunityDao['treasury'], 'obligations'>) {
  if (obligations.length === 0) return null
  return (
    <Section className="grid gap-4">
      <div>
        <h2 className="text-xl font-semibold">
          <Trans>Promised by givers, from the ledger</Trans>
        </h2>
        <p className="text-sm text-muted">
          <Trans>Not from the treasury: each giver pays for their own quests.</Trans>
        </p>
      </div>
      <ul className="grid gap-4">
        {obligations.map(obligation => (
          <ObligationLine key={obligation.token} obligation={obligation} />
        ))}
      </ul>
    </Section>
  )
}

/** The treasury's balances, as the chain tells them. */
function OnChain({ place: { address, balances, chainId } }: { place: Place }) {
  const [first] = balances
  const chain = chainName(chainId)
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">
        <Trans>On {chain}</Trans>
      </h3>
      {balances.length === 0 ? (
        <p className="text-sm text-muted">
          <Trans>The chain was not asked yet.</Trans>
        </p>
      ) : (
        <ul className="flex flex-wrap gap-x-8 gap-y-2 text-2xl">
          {balances.map(({ amount, token }) => (
            <li key={token}>
              <Amount amount={amount} token={token} />
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-x-2 text-sm text-muted">
        <span className="[overflow-wrap:anywhere]">{address}</span>
        {first && (
          <span>
            <Trans comment="When a balance was read from the chain">
              read <When at={first.readAt} />
            </Trans>
          </span>
        )}
      </p>
    </div>
  )
}

const parts = [
  { name: 'released', label: t`Released`, className: 'text-moss' },
  { name: 'inReview', label: t`In review`, className: 'text-slate' },
  { name: 'refunded', label: t`Given back`, className: 'text-soil' },
] as const

/** One token: the promised amount, and the parts of it that went each way. The bar is a picture; the figures are exact. */
function ObligationLine({ obligation }: { obligation: Obligation }) {
  const promised = Number(obligation.promised)
  let from = 0
  return (
    <li className="grid gap-2">
      <span className="flex items-baseline justify-between gap-3">
        <Amount amount={obligation.promised} token={obligation.token} />
        <span className="text-sm text-muted">
          <Trans>promised</Trans>
        </span>
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

function EditTreasury({ treasury: { balance, token, onChain } }: { treasury: CommunityDao['treasury'] }) {
  const start = {
    balance: plainAmount(balance),
    token,
    address: onChain?.address ?? '',
    chainId: String(onChain?.chainId ?? ''),
  }
  const [typed, setTyped] = useState(start)
  const address = typed.address.trim()
  const wrongAddress = address !== '' && !/^0x[0-9a-fA-F]{40}$/.test(address)
  const wrongChain = address !== '' && !/^[1-9]\d{0,14}$/.test(typed.chainId.trim())
  const wrongBalance = !/^\d{1,15}(\.\d{1,18})?$/.test(typed.balance.trim())
  const wrongToken = !new RegExp(tokenSymbol).test(typed.token.trim())
  return (
    <EditDialog
      label={t`Edit the treasury`}
      title={t`The treasury`}
      onOpen={() => setTyped(start)}
      change={() =>
        wrongBalance || wrongToken || wrongAddress || wrongChain
          ? null
          : {
              treasury: {
                balance: Number(typed.balance),
                token: typed.token.trim(),
                onChain: address === '' ? null : { address, chainId: Number(typed.chainId) },
              },
            }
      }
    >
      <Field label={t`Balance`} error={wrongBalance ? t`Give a number, such as 1200 or 0.5.` : undefined}>
        {bound => (
          <Input
            {...bound}
            inputMode="decimal"
            value={typed.balance}
            onChange={event => setTyped({ ...typed, balance: event.target.value })}
          />
        )}
      </Field>
      <Field label={t`Token`} error={wrongToken ? t`Give the symbol of a token, such as USDC.` : undefined}>
        {bound => (
          <Input
            {...bound}
            value={typed.token}
            onChange={event => setTyped({ ...typed, token: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t`Address on a chain`}
        hint={t`Its balances are shown as the chain tells them. Empty for none.`}
        error={wrongAddress ? t`Give an address: 0x and 40 hexadecimal digits.` : undefined}
      >
        {bound => (
          <Input
            {...bound}
            spellCheck="false"
            placeholder="0x…"
            value={typed.address}
            onChange={event => setTyped({ ...typed, address: event.target.value })}
          />
        )}
      </Field>
      {address !== '' && (
        <Field
          label={t`Chain`}
          hint={t`Its number, such as 1 for Ethereum.`}
          error={wrongChain ? t`Give the number of a chain.` : undefined}
        >
          {bound => (
            <Input
              {...bound}
              inputMode="numeric"
              value={typed.chainId}
              onChange={event => setTyped({ ...typed, chainId: event.target.value })}
            />
          )}
        </Field>
      )}
    </EditDialog>
  )
}
