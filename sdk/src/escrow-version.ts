/** The versions of QuestEscrow that are served. Each has the functions of the ones before it. */
export type EscrowVersion = 1 | 2 | 3

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
