import { t } from '@lingui/core/macro'
export const notPercent = t`Give a number from 0 to 100 with at most two decimals.`

/** A percentage with at most two decimals, in ten-thousandths of the whole; null where it is none. */
export function readPercent(text: string): number | null {
  const [, whole, fraction = ''] = /^\s*(\d{1,3})(?:[.,](\d{1,2}))?\s*$/.exec(text) ?? []
  if (whole === undefined) return null
  const share = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return share <= 10_000 ? share : null
}

/** A share from 0 to 1 as the field takes it. */
export function writePercent(share: number): string {
  return String(Math.round(share * 10_000) / 100)
}
