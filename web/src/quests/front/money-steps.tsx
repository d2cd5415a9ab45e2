import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { chainName } from '../../service/chain-name.ts'
import { useConfig } from '../../service/use-config.ts'
import { lengthOf } from '../../ui/time.tsx'

/** The way of the money, in three pictures: the holder of it, the proof, and the payment. */
export function MoneySteps() {
  const { chain, codehost, reviewWindowHours } = useConfig()
  const review = lengthOf(reviewWindowHours, 'hour')
  const isHeld = chain !== null
  return (
    <section aria-labelledby="money" className="grid gap-4">
      <h2 id="money" className="text-xl font-semibold">
        <Trans>How the money moves</Trans>
      </h2>
      <ol className="grid gap-x-8 gap-y-5 sm:grid-cols-3">
        {isHeld ? (
          <Step drawing={<Vault />} title={t`It is there first`}>
            <Held chainId={chain.chainId} />
          </Step>
        ) : (
          <Step drawing={<Ledger />} title={t`It is promised first`}>
            <Trans>The reward is written into this community's ledger before anybody begins.</Trans>
          </Step>
        )}
        {codehost ? (
          <Step drawing={<Merged />} title={t`A merge is the proof`}>
            <Trans>After it, the giver has {review} to object. Then the reward is released by itself.</Trans>
          </Step>
        ) : (
          <Step drawing={<Merged />} title={t`The giver looks at the work`}>
            <Trans>They have {review} to object. Then the reward is released by itself.</Trans>
          </Step>
        )}
        <Step drawing={<Wallet />} title={t`It comes to your wallet`}>
          {isHeld ? (
            <Trans>The contract itself sends it to the farmer's wallet.</Trans>
          ) : (
            <Trans>The giver pays from wallet to wallet, and everyone sees how soon they do.</Trans>
          )}
        </Step>
      </ol>
    </section>
  )
}

function Held({ chainId }: { chainId: number }) {
  const chain = chainName(chainId)
  return <Trans>A contract on {chain} holds the reward before anybody begins. Nobody here can take it.</Trans>
}

function Step({ drawing, title, children }: { drawing: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-start gap-3">
      <svg viewBox="0 0 48 48" aria-hidden="true" className="size-12 shrink-0" fill="none" strokeWidth="2.5">
        {drawing}
      </svg>
      <p className="text-sm text-muted">
        <strong className="block text-base text-ink">{title}</strong>
        {children}
      </p>
    </li>
  )
}

function Coin({ x, y }: { x: number; y: number }) {
  return <circle cx={x} cy={y} r="7" className="fill-wheat-soft stroke-wheat" />
}

function Ledger() {
  return (
    <>
      <path
        d="M24 13v28M24 13c-4-4-11-5-18-4v27c7-1 14 0 18 5 4-5 11-6 18-5V9c-7-1-14 0-18 4Z"
        strokeLinejoin="round"
        className="fill-card stroke-slate"
      />
      <Coin x={34} y={21} />
    </>
  )
}

function Vault() {
  return (
    <>
      <rect x="5" y="14" width="38" height="28" rx="5" className="fill-card stroke-slate" />
      <path d="M14 14v-3a10 10 0 0 1 20 0v3" className="stroke-slate" />
      <Coin x={24} y={28} />
    </>
  )
}

function Merged() {
  return (
    <>
      <path d="M12 14v20M14 12c4 10 10 12 20 13" strokeLinecap="round" className="stroke-moss" />
      <circle cx="12" cy="10" r="4" className="fill-card stroke-moss" />
      <circle cx="12" cy="38" r="4" className="fill-card stroke-moss" />
      <Coin x={36} y={26} />
    </>
  )
}

function Wallet() {
  return (
    <>
      <path
        d="M8 14h30a4 4 0 0 1 4 4v20a4 4 0 0 1-4 4H10a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4h24"
        className="fill-card stroke-slate"
        strokeLinejoin="round"
      />
      <Coin x={34} y={28} />
    </>
  )
}
