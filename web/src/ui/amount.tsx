import { locale } from '../language/i18n.ts'

/** An exact decimal amount in the reader's locale; never through a float. */
export function formatAmount(amount: string): string {
  const digits = amount.split('.')[1]?.length ?? 0
  return formatOf(digits).format(amount as `${number}`)
}

const formats = new Map<number, Intl.NumberFormat>()

/** One format for each count of digits: a board of amounts would spend most of its time making them. */
function formatOf(digits: number): Intl.NumberFormat {
  const known = formats.get(digits)
  if (known) return known
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  formats.set(digits, format)
  return format
}

/** All digits of a number: 1e21 is no amount that a person reads, nor one that `formatAmount` takes. */
export function plainAmount(amount: number): string {
  return amount.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
}

export function Amount({ amount, token }: { amount: string; token: string }) {
  return (
    <span className="font-semibold text-wheat tabular-nums [overflow-wrap:anywhere]">
      {formatAmount(amount)} <span className="text-[0.8em]">{token}</span>
    </span>
  )
}
