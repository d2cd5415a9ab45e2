import { t } from '@lingui/core/macro'
import { WalletProblem } from '../../auth/wallets.ts'

/** A call that a wallet was asked to send, kept on this device until its end is known. */
export type Sent = {
  readonly step: Step
  /** null while the wallet has not answered, and for calls that it sends together. */
  readonly hash: string | null
  /** The wallet's own name for calls that it sends together (EIP-5792). */
  readonly bundle: string | null
  readonly from: string
  readonly chainId: number
  /** The sender's number and the chain's block when the wallet was asked. */
  readonly nonce: number
  readonly block: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly call: { readonly to: string; readonly data: string; readonly value: string }
  /** The sender is a contract: the wallet's answer may be no transaction yet, and others may have to sign. */
  readonly isShared: boolean
  /** The chain's answer to this tells whether the call happened, sent by anyone. */
  readonly watch: { readonly to: string; readonly data: string; readonly before: string }
}

export type Step = 'accept' | 'reset' | 'allow' | 'deposit' | 'together' | 'decision' | 'payment'

const prefix = 'furrow.sent.'
const longest = 90 * 24 * 60 * 60 * 1_000

/** The name belongs to an account and to one action on one quest. */
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

/** Removes entries older than three months: the quest itself tells how they ended. */
export function sweepSent(): void {
  for (const name of Object.keys(localStorage))
    if (name.startsWith(prefix) && (readSent(name)?.at ?? 0) < Date.now() - longest) forgetSent(name)
}
