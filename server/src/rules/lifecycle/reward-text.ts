/**
 * The rest after amount and token: ` each` of `1,000 USDC each`; null where the text does not begin with these. A token
 * may begin with a digit, so the amount ends where the token begins, and not the other way around.
 */
export function afterReward(reward: string, amount: number, token: string): string | null {
  const text = reward.trim()
  const [lower, symbol] = [text.toLowerCase(), token.toLowerCase()]
  for (let at = lower.indexOf(symbol); at !== -1; at = lower.indexOf(symbol, at + 1)) {
    const digits = /^[\d,_ ]*\.?\d+$/.exec(text.slice(0, at).trim())?.[0]
    const rest = text.slice(at + symbol.length)
    const goesOn = /^(?:[\p{L}\p{M}\p{N}$_]|[.-][\p{L}\p{N}])/u.test(rest)
    if (digits !== undefined && !goesOn && Number(digits.replace(/[,_ ]/g, '')) === amount) return rest
  }
  return null
}

type Reward = { readonly reward: string; readonly amount: string; readonly token: string }

/** The text for another amount or token, with the same rest. */
export function rewardTextOf({ reward, amount, token }: Reward, next: Omit<Reward, 'reward'>): string {
  if (amount === next.amount && token === next.token) return reward
  return `${next.amount} ${next.token}${afterReward(reward, Number(amount), token) ?? ''}`
}
