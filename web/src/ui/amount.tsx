/** An exact decimal amount in the reader's locale; never through a float. */
export function formatAmount(amount: string): string {
  const [whole = '0', fraction] = amount.split('.')
  const grouped = new Intl.NumberFormat().format(BigInt(whole))
  const point =
    new Intl.NumberFormat().formatToParts(1.1).find(({ type }) => type === 'decimal')?.value ?? '.'
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`
}

export function Amount({ amount, token }: { amount: string; token: string }) {
  return (
    <span className="font-semibold whitespace-nowrap text-wheat tabular-nums">
      {formatAmount(amount)} <span className="text-[0.8em]">{token}</span>
    </span>
  )
}
