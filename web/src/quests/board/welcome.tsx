import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { chainName } from '../../service/chain-name.ts'
import { useConfig } from '../../service/use-config.ts'
import { lengthOf } from '../../ui/time.tsx'

/** A visitor's first questions, in three pictures: the purpose of this place, the holder of the money, the time of payment. */
export function Welcome({ className = '' }: { className?: string }) {
  const { chain, reviewWindowHours } = useConfig()
  const review = lengthOf(reviewWindowHours, 'hour')
  return (
    <ol aria-label={t`How it works`} className={`grid gap-4 sm:grid-cols-3 ${className}`}>
      <Picture drawing={<Issue />} title={t`Work that is paid`}>
        <Trans>Maintainers put a reward on an issue. A farmer who takes the quest has a place in it.</Trans>
      </Picture>
      {chain === null ? (
        <Picture drawing={<Ledger />} title={t`Money on record`}>
          <Trans>Recorded in this community's ledger; the giver pays it himself, in plain sight.</Trans>
        </Picture>
      ) : (
        <Picture drawing={<Vault />} title={t`Money that is there`}>
          <Held chainId={chain.chainId} />
        </Picture>
      )}
      <Picture drawing={<Merged />} title={t`A merge is the proof`}>
        <Trans>After it, the giver has {review} to object. Then the reward is released by itself.</Trans>
      </Picture>
    </ol>
  )
}

function Held({ chainId }: { chainId: number }) {
  const chain = chainName(chainId)
  return <Trans>A contract on {chain} holds the reward before anybody begins. Nobody here can take it.</Trans>
}

function Picture({ drawing, title, children }: { drawing: ReactNode; title: string; children: ReactNode }) {
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

function Issue() {
  return (
    <>
      <rect x="5" y="8" width="30" height="34" rx="5" className="fill-card stroke-slate" />
      <path d="M12 18h16M12 25h16M12 32h8" strokeLinecap="round" className="stroke-slate" />
      <Coin x={36} y={34} />
    </>
  )
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
