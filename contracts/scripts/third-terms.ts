import { type Address, isAddress, isAddressEqual, zeroAddress } from 'viem'
import type { Terms } from './deploy-config.ts'

/** The owner of a third version is to set this once it is deployed. */
export type Limits = {
  /** In whole tokens, as people write them; the coin's token is zero. */
  readonly most: readonly { readonly token: Address; readonly amount: string }[]
  readonly onlyListed: boolean
}

/** As many ERC-20s as the contract names for good. */
const mostTokens = 3

/** ERC-20s whose deposits take one word of storage. */
export function readTokens(list: string, problems: string[]): readonly Address[] {
  const tokens = list.split(',').flatMap(item => item.trim() || [])
  const good = tokens.flatMap(token => (isAddress(token) && BigInt(token) > 0n ? [token] : []))
  const isTwice = good.some((token, at) => good.some((other, i) => i < at && isAddressEqual(token, other)))
  if (good.length === tokens.length && good.length <= mostTokens && !isTwice) return good
  problems.push(
    `ESCROW_TOKENS must be at most ${mostTokens} addresses of ERC-20s, each once, with commas between them; it is "${list}".`,
  )
  return []
}

export function readLimits(text: (name: string) => string, problems: string[]): Limits {
  const list = text('ESCROW_LIMITS')
  const items = list.split(',').flatMap(item => item.trim() || [])
  const most = items.flatMap(item => {
    const [, named = '', amount = ''] =
      /^(native|0x[0-9a-fA-F]{40})=(\d{1,30}(?:\.\d{1,18})?)$/.exec(item) ?? []
    const token = named === 'native' ? zeroAddress : named
    return isAddress(token) && Number(amount) > 0 ? [{ token, amount }] : []
  })
  if (most.length < items.length)
    problems.push(
      `ESCROW_LIMITS must list the most of a deposit by token, in whole tokens, such as native=2.5,0x...=1000; it is "${list}".`,
    )
  const only = text('ESCROW_ONLY_LISTED').toLowerCase()
  if (!['', 'true', 'false'].includes(only))
    problems.push(`ESCROW_ONLY_LISTED must be true or false; it is "${only}".`)
  return { most, onlyListed: only === 'true' }
}

/** Settings that the second version has no use for, or that want an owner. */
export function problemsOfThird(version: 2 | 3, { owner, tokens }: Terms, limits: Limits): string[] {
  const hasLimits = limits.most.length > 0 || limits.onlyListed
  const problems: string[] = []
  if (version === 2 && tokens.length > 0) problems.push('ESCROW_TOKENS is a setting of the third version.')
  if (version === 2 && hasLimits)
    problems.push('ESCROW_LIMITS and ESCROW_ONLY_LISTED are settings of the third version.')
  if (version === 3 && hasLimits && owner === zeroAddress)
    problems.push('ESCROW_LIMITS and ESCROW_ONLY_LISTED need an ESCROW_OWNER: nobody else can set limits.')
  if (limits.onlyListed && limits.most.length === 0)
    problems.push('ESCROW_ONLY_LISTED needs ESCROW_LIMITS: with no token listed nobody could pay in.')
  return problems
}
