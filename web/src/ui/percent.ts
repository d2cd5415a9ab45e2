import { locale } from '../language/i18n.ts'

/** A part of a whole, from 0 to 1, as a percentage with that many decimals at most: "20%", in German "20 %". */
export function percentOf(part: number, decimals = 0): string {
  return part.toLocaleString(locale, { style: 'percent', maximumFractionDigits: decimals })
}
