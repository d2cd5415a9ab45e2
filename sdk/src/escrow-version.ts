/** The versions of QuestEscrow that are served. Each has the functions of the ones before it. */
export type EscrowVersion = 1 | 2 | 3

/** The states of a farmer's payment, in the contract's own order. */
export const paymentStates = [
  'none',
  'proposed',
  'disputed',
  'released',
  'refunded',
  // From the second version on: both have a part; or it is decided, and a part waits for its receiver.
  'split',
  'unpaid',
  // From the third version on: the arbiter ruled, and the ruling is carried out later.
  'ruled',
] as const
export type PaymentState = (typeof paymentStates)[number]

/**
 * Whether a contract has what came with the second version: returns, splits and concessions, batches, signed approvals and
 * attestations, notices, an owner. Contracts that tell no version are of the first one.
 */
export function hasSecond(version: number | undefined): boolean {
  return (version ?? 1) >= 2
}

/** Whether a contract has what came with the third version: rulings with a delay, deciders of each deposit, limits. */
export function hasThird(version: number | undefined): boolean {
  return (version ?? 1) >= 3
}
