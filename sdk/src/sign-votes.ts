import { getAddress, keccak256, toBytes } from 'viem'
import type { Delegations, ProposalDetails, SigningDomain } from './contract/index.ts'
import { delegationFields, termsText, voteFields } from './contract/vote-types.ts'

/** A signer of typed data (EIP-712): any viem wallet client with an account, or a small object around another wallet. */
export type TypedSigner = {
  readonly account?: { readonly address: string } | undefined
  // biome-ignore lint/suspicious/noExplicitAny: viem's own parameters depend on the types that are signed
  signTypedData(parameters: any): Promise<string>
}

const EIP712Domain = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'salt', type: 'bytes32' },
] as const

/**
 * The typed data of a vote, over the words, times and choices in the given proposal.
 *
 * @throws TypeError where the proposal has no vote, or does not match its terms.
 */
export function voteTypedData(
  proposal: ProposalDetails,
  { voter, choice, number }: { readonly voter: string; readonly choice: string; readonly number: number },
) {
  const { id, title, ballot } = proposal
  if (ballot === null) throw new TypeError('The proposal is not voted on.')
  if (keccak256(toBytes(termsText({ ...proposal, ballot }))) !== ballot.terms)
    throw new TypeError('The terms of the vote are not those of the proposal.')
  const message = { proposal: id, title, choice, terms: ballot.terms, voter: getAddress(voter), number }
  const types = { EIP712Domain, Vote: voteFields }
  return { domain: domainOf(ballot.domain), types, primaryType: 'Vote' as const, message }
}

/** The typed data that delegates a vote to another member for a season. */
export function delegationTypedData(
  { domain, nextNumber: number }: Pick<Delegations, 'domain' | 'nextNumber'>,
  given: { readonly delegator: string; readonly delegate: string; readonly season: number },
) {
  const [delegator, delegate] = [getAddress(given.delegator), getAddress(given.delegate)]
  const types = { EIP712Domain, Delegation: delegationFields }
  const message = { delegator, delegate, season: given.season, number }
  return { domain: domainOf(domain), types, primaryType: 'Delegation' as const, message }
}

function domainOf({ name, version, salt }: SigningDomain) {
  return { name, version, salt: salt as `0x${string}` }
}
