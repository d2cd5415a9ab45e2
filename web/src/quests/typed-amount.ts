import { decimalsOf, toUnits } from '@furrow/sdk'
import { t } from '@lingui/core/macro'

/** As finely as the interface takes amounts in exact digits. */
export const exactDigits = /^\d{1,15}(\.\d{1,18})?$/

/** The objection to an amount in exact digits of the token, in a sentence; undefined where it is fine. */
export function exactProblem(amount: string, token: string): string | undefined {
  const most = decimalsOf(token.trim())
  if (/^[0.]*$/.test(amount)) return t`Give more than nothing.`
  if (!/^\d+(\.\d+)?$/.test(amount)) return t`Give it as a number, such as 100 or 0.5.`
  if (toUnits(amount, most) === null) return t`Give it with at most ${most} digits after the point.`
  if (!exactDigits.test(amount)) return t`Give it with at most 15 digits before the point.`
  return misreadProblem(amount)
}

/** The two ways to write an amount that half of the world would misread; undefined where it has one reading. */
export function misreadProblem(typed: string): string | undefined {
  const amount = typed.trim()
  const both = readingsOf(amount)
  if (both === null) return undefined
  const [one, other] = both
  return t`Write ${one}, or ${other}: “${amount}” can be read as either.`
}

/** An amount that nobody can misread: `33.333` is `33.3330`. */
export function sayPlainly(amount: string): string {
  return readingsOf(amount)?.[1] ?? amount
}

/** `1.000` is a thousand to half of the world, and one to the other. */
function readingsOf(amount: string): readonly [string, string] | null {
  const [, whole = '', rest = ''] = /^([1-9]\d{0,2})\.(\d{3})$/.exec(amount) ?? []
  if (rest === '') return null
  const short = rest.replace(/0+$/, '')
  return [`${whole}${rest}`, short === '' ? whole : `${whole}.${short.length === 3 ? `${short}0` : short}`]
}
