/** One question of the wallet to its owner. */
export type Prompt = 'network' | 'reset' | 'allow' | 'deposit' | 'together'

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
  return known.allowance > 0n && known.resets ? ['reset', 'allow', 'deposit'] : ['allow', 'deposit']
}
