import type { Terms } from './deploy-config.ts'

/** Pairs of roles, and the danger of one key for both. */
const shared = [
  ['operator', 'arbiter', 'who steals it can pay farmers that he made up'],
  ['operator', 'attester', 'a dispute that nobody resolves then pays whom that key alone proposed'],
  ['operator', 'owner', 'when it is stolen nobody can replace it'],
  ['arbiter', 'attester', 'who is to judge a dispute has taken a side at the proposal'],
  ['arbiter', 'owner', 'who steals it names himself operator and decides about farmers that he made up'],
  ['attester', 'owner', 'who steals it names himself operator and wins every dispute that nobody resolves'],
] as const

/** The terms in sentences, with a warning for each that weakens what they promise. */
export function describeTerms(terms: Terms): string[] {
  const { operator, arbiter, attester, owner, uptimeFeed, reviewWindow, disputePeriod } = terms
  return [
    `Operator ${operator} proposes farmers and closes escrows.`,
    `Arbiter ${arbiter} resolves disputes. Review window: ${reviewWindow} seconds.`,
    `Dispute period: ${disputePeriod} seconds. A court, such as Kleros, must decide in less.`,
    isSet(attester)
      ? `Attester ${attester} signs for work: a dispute about it that nobody resolves pays.`
      : 'No attester: a dispute that nobody resolves refunds.',
    isSet(owner)
      ? `Owner ${owner} can pause proposals and name another operator.`
      : "Warning: no owner; a stolen operator's key can never be replaced.",
    ...(isSet(uptimeFeed) ? [`Windows are longer after the sequencer of ${uptimeFeed} was down.`] : []),
    ...shared
      .filter(([one, other]) => isSet(terms[one]) && terms[one].toLowerCase() === terms[other].toLowerCase())
      .map(([one, other, why]) => `Warning: ${one} and ${other} are the same key; ${why}.`),
  ]
}

function isSet(address: string): boolean {
  return BigInt(address) > 0n
}
