import type { Terms } from './deploy-config.ts'

/** Pairs of roles, and the danger of one key for both. */
const shared = [
  ['operator', 'arbiter', 'a thief can pay farmers that they made up'],
  ['operator', 'attester', 'a dispute that nobody resolves then pays whom that key alone proposed'],
  ['operator', 'owner', 'when it is stolen nobody can replace it'],
  ['arbiter', 'attester', 'the judge of a dispute has taken a side at the proposal'],
  ['arbiter', 'owner', 'a thief names themselves operator and decides about farmers that they made up'],
  ['attester', 'owner', 'a thief names themselves operator and wins every dispute that nobody resolves'],
] as const

/** The terms in sentences, with a warning for each that weakens what they promise. */
export function describeTerms(terms: Terms, version: 2 | 3 = 3): string[] {
  const { operator, arbiter, attester, owner, uptimeFeed, reviewWindow, disputePeriod, tokens } = terms
  return [
    `This is version ${version} of the contract.`,
    `Operator ${operator} proposes farmers and closes escrows.`,
    `Arbiter ${arbiter} resolves disputes. Review window: ${reviewWindow} seconds.`,
    `Dispute period: ${disputePeriod} seconds. A court, such as Kleros, must decide in less.`,
    isSet(attester)
      ? `Attester ${attester} signs for work: a dispute about it that nobody resolves pays.`
      : 'No attester: a dispute that nobody resolves refunds.',
    ...(isSet(owner)
      ? powersOf(owner, version)
      : ["Warning: no owner; a stolen operator's key can never be replaced."]),
    ...(isSet(uptimeFeed) ? [`Windows are longer after the sequencer of ${uptimeFeed} was down.`] : []),
    ...(version === 3 ? thirdTerms(tokens) : []),
    ...shared
      .filter(([one, other]) => isSet(terms[one]) && terms[one].toLowerCase() === terms[other].toLowerCase())
      .map(([one, other, why]) => `Warning: ${one} and ${other} are the same key; ${why}.`),
    ...(version === 3 && operator.toLowerCase() === arbiter.toLowerCase()
      ? ['No giver can pay in who has not accepted that by name before (acceptBoth).']
      : []),
  ]
}

function powersOf(owner: string, version: 2 | 3): string[] {
  const both = `Owner ${owner} can pause proposals and name another operator.`
  if (version === 2) return [both]
  return [
    both,
    'For deposits to come the owner can also name another arbiter and attester, seven days ahead, and set limits; and pause one ruling for a week, once.',
  ]
}

function thirdTerms(tokens: readonly string[]): string[] {
  return [
    'A ruling of the arbiter is carried out a day later.',
    tokens.length === 0
      ? 'Deposits in the coin take one word of storage, and those in any ERC-20 two: name the usual ones in ESCROW_TOKENS.'
      : `Deposits in the coin and in ${tokens.join(', ')} take one word of storage.`,
  ]
}

function isSet(address: string): boolean {
  return BigInt(address) > 0n
}
