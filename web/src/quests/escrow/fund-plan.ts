/** One question of the wallet to its owner. */
export type Prompt = 'network' | 'reset' | 'allow' | 'permit' | 'deposit' | 'together'

/** The chain's state before anything is sent. */
export type Known = {
  /** The deposit is in the contract already. */
  readonly isPaid: boolean
  /** The amount that the contract may take from the wallet. */
  readonly allowance: bigint
  /** The token refuses to change an allowance, unless it was nothing (USDT). */
  readonly resets: boolean
  /** The wallet sends several calls as one (EIP-5792). */
  readonly together: boolean
  /** The token and the contract take a signature in the place of an allowance (EIP-2612). */
  readonly permit: boolean
}

export type Price = { readonly total: bigint; readonly isCoin: boolean }

/** The wallet's usual questions, while it is on another chain and nothing can be read. */
export function usualPrompts({ isCoin }: Price): readonly Prompt[] {
  return isCoin ? ['network', 'deposit'] : ['network', 'allow', 'deposit']
}

/** The wallet's coming questions, in order. */
export function promptsOf({ total, isCoin }: Price, known: Known): readonly Exclude<Prompt, 'network'>[] {
  if (known.isPaid) return []
  if (isCoin || known.allowance >= total) return ['deposit']
  if (known.together) return ['together']
  if (known.permit) return ['permit', 'deposit']
  return known.allowance > 0n && known.resets ? ['reset', 'allow', 'deposit'] : ['allow', 'deposit']
}

/** Gas that the transaction of each question takes, about; a permit is used up by the deposit. */
const gas: Readonly<Record<Prompt, number>> = {
  network: 0,
  reset: 30_000,
  allow: 50_000,
  permit: 55_000,
  deposit: 105_000,
  together: 155_000,
}

export function gasOf(prompts: readonly Prompt[]): number {
  return prompts.reduce((sum, prompt) => sum + gas[prompt], 0)
}
