import { type Assignment, hasLeft, type PublicConfig, type Quest } from '@furrow/sdk'

/** Released work that its giver owes, as far as the service knows. */
export type Owed = {
  readonly questId: string
  readonly farmer: string
  /** Exact digits. */
  readonly amount: string
  readonly token: string
}

/** A chain where the service can see payments in the token, and the token's contract there. */
export type PayChain = { readonly chainId: number; readonly address: string }

export function payChains({ payments = [] }: PublicConfig, token: string): PayChain[] {
  const symbol = token.toUpperCase()
  return payments.flatMap(({ chainId, addresses = [] }) => {
    const known = addresses.find(one => one.token === symbol)
    return known === undefined ? [] : [{ chainId, address: known.address }]
  })
}

/** The tokens whose payments the service can see, with those first that are no chain's own coin. */
export function payTokens({ payments = [] }: PublicConfig): readonly string[] {
  const tokens = payments.flatMap(({ addresses = [] }) => addresses)
  const isCoin = ({ address }: { address: string }) => !/[1-9a-f]/i.test(address.slice(2))
  const sorted = tokens.toSorted((a, b) => Number(isCoin(a)) - Number(isCoin(b)))
  return [...new Set(sorted.map(({ token }) => token))]
}

/** null where nothing is owed, a payment is on its way, or the farmer's answer is waited for. */
export function owedTo(quest: Quest, { address, payment, paid }: Assignment): Owed | null {
  if (quest.funding.rail === 'chain' || payment?.status !== 'recorded') return null
  if (payment.receivedAt) return null
  const waits = payment.waitsForFarmer || payment.saidPaidAt
  if (waits && !payment.notReceivedAt) return null
  // A person who left is called by a pseudonym, which has no key.
  if (paid === null || /^[0.]*$/.test(paid) || hasLeft(address)) return null
  return { questId: quest.id, farmer: address, amount: paid, token: quest.rewardToken }
}
