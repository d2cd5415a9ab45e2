/** An exact decimal amount in the reader's locale; never through a float. */
export function formatAmount(amount: string): string {
  const digits = amount.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat(undefined, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(amount as `${number}`)
}

/** All digits of a number: 1e21 is no amount that a person reads, nor one that `formatAmount` does. */
export function plainAmount(amount: number): string {
  return amount.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
}

export function Amount({ amount, token }: { amount: string; token: string }) {
  return (
    <span className="font-semibold whitespace-nowrap text-wheat tabular-nums">
      {formatAmount(amount)} <span className="text-[0.8em]">{token}</span>
    </span>
  )
}
