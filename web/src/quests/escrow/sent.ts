import { t } from '@lingui/core/macro'
import { WalletProblem } from '../../auth/wallets.ts'

/** What a wallet was asked to send, as this device keeps it until its end is known. */
export type Sent = {
  readonly step: Step
  /** null while the wallet has not answered, and for what it sends together. */
  readonly hash: string | null
  /** Its own name for what it sends together (EIP-5792). */
  readonly bundle: string | null
  readonly from: string
  readonly chainId: number
  /** What its sender was at, and the chain, when the wallet was asked. */
  readonly nonce: number
  readonly block: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly call: { readonly to: string; readonly data: string; readonly value: string }
  /** The sender is a contract: what the wallet answers may be no transaction yet, and others may have to sign. */
  readonly isShared: boolean
  /** What the chain answers to this tells whether it happened, whoever sent it in the end. */
  readonly watch: { readonly to: string; readonly data: string; readonly before: string }
}

export type Step = 'reset' | 'allow' | 'deposit' | 'together' | 'decision'

const prefix = 'furrow.sent.'
const longest = 90 * 24 * 60 * 60 * 1_000

/** It belongs to an account, and to one thing that can be done with one quest. */
export function sentName(questId: string, what: string, address: string | null): string {
  return `${prefix}${address?.toLowerCase() ?? ''}.${questId}.${what.toLowerCase()}`
}

/** null where nothing was sent, or its end is known. */
export function readSent(name: string): Sent | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as Sent | null
  } catch {
    return null
  }
}

export function keepSent(name: string, sent: Sent): void {
  try {
    localStorage.setItem(name, JSON.stringify(sent))
  } catch {
    throw new WalletProblem(
      t`This device has no room to keep what is sent, so nothing is sent. Make room in the browser, then try again.`,
    )
  }
}

export function forgetSent(name: string): void {
  localStorage.removeItem(name)
}

/** What nobody came back for in three months goes: what came of it, the quest tells. */
export function sweepSent(): void {
  for (const name of Object.keys(localStorage))
    if (name.startsWith(prefix) && (readSent(name)?.at ?? 0) < Date.now() - longest) forgetSent(name)
}
