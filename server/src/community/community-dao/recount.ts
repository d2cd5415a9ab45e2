import {
  delegationFields,
  hasLeft,
  type SigningDomain,
  type Tally,
  type Vote,
  type VoteReceipt,
  voteFields,
} from '@furrow/sdk/contract'
import { hashTyped } from '../../access/auth/typed-data.ts'
import { hashTerms } from './ballot.ts'
import { checkCommitment } from './check-commitment.ts'
import { checkReceipt } from './check-receipt.ts'
import type { Delegated } from './commitment.ts'
import { type AskWallet, proofOf } from './proofs.ts'
import { type Export, type ExportedMember, readExport } from './read-export.ts'
import { isBoundToKey } from './signatures.ts'
import { decide, toTally } from './tally.ts'

export type Recount = {
  readonly title: string
  readonly tally: Tally
  readonly unproved: Tally
  readonly outcome: string
  readonly choice: string | null
  /** Signatures proved right here, of votes and of delegations. */
  readonly proved: number
  readonly asked: number
  readonly gone: number
  readonly problems: readonly string[]
  readonly unchecked: readonly string[]
  readonly key: string | null
  readonly entry: string | null
  readonly receipt: string | null
}

export type With = {
  readonly ask?: AskWallet | null
  readonly receipt?: VoteReceipt | null
  /** The key of the service, known from elsewhere. */
  readonly key?: string | null
}

const mostProblems = 20

type Counting = { proved: number; asked: number; gone: number; readonly problems: string[] }

/** Counts an export anew, from the signatures. @throws RangeError for a text that is no export, or another vote's receipt. */
export async function recount(
  lines: AsyncIterable<string>,
  { ask = null, receipt = null, key = null }: With = {},
): Promise<Recount> {
  const read = await readExport(lines)
  const { proposal, members } = read
  const { ballot } = proposal
  const counting: Counting = { proved: 0, asked: 0, gone: 0, problems: [...read.problems] }
  const { problems } = counting
  if (!ballot.erased && hashTerms({ ...proposal, ballot }) !== ballot.terms)
    problems.push('What was voted on is not what was signed: the terms differ.')

  const cast = await countVotes(read, ask, counting)
  const counted = await countMembers(read, cast, ask, counting)
  const tally = toTally(ballot.choices, counted.all)
  const totalWeight = [...members.values()].reduce((sum, { weight }) => sum + weight, 0)
  const { outcome, winner } = decide(tally, { quorum: ballot.quorum, totalWeight })
  const choice = winner === null ? null : (ballot.choices[winner] ?? null)

  if (ballot.members !== null && (ballot.members !== members.size || ballot.totalWeight !== totalWeight))
    problems.push('The members are not as many, or weigh otherwise, than the proposal says.')
  if (ballot.result !== null && JSON.stringify(ballot.result) !== JSON.stringify(tally))
    problems.push('The result is another one than was told.')
  const told = ballot.outcome
  if (told !== null && (told.kind !== outcome || told.choice !== choice))
    problems.push(`The outcome is ${outcome}, and ${told.kind} was told.`)

  const bound = checkCommitment(read, {
    outcome,
    choice,
    votes: tally.choices.map(({ weight, voters }) => [weight, voters]),
    countedFor: counted.countedFor,
  })
  const found = receipt === null ? null : checkReceipt(receipt, read)
  problems.push(...bound.problems, ...(found?.problems ?? []))
  if (key !== null && key !== read.key)
    problems.push('The export is signed by another key than the one given.')
  const unchecked = [
    ...tellUnproved(counting),
    ...(ballot.erased ? ['It named somebody who left: its words are not those that were signed.'] : []),
    ...bound.unchecked,
    ...whyUnboundKey(read, key ?? receipt?.key ?? null, counting),
    ...(found?.unchecked ?? []),
  ]
  return {
    title: proposal.title,
    tally,
    unproved: toTally(ballot.choices, counted.unproved),
    outcome,
    choice,
    proved: counting.proved,
    asked: counting.asked,
    gone: counting.gone,
    problems: problems.slice(0, mostProblems),
    unchecked,
    key: read.key,
    entry: bound.entry,
    receipt: found?.says ?? null,
  }
}

type CastVote = { readonly choice: number; readonly isProved: boolean; readonly vote: Vote }

async function countVotes(
  { proposal, members, votes }: Export,
  ask: AskWallet | null,
  counting: Counting,
): Promise<ReadonlyMap<string, CastVote>> {
  const { ballot, id, title } = proposal
  const cast = new Map<string, CastVote>()
  for (const vote of votes) {
    const { voter, number } = vote
    const choice = ballot.choices.indexOf(vote.choice)
    const values = { proposal: id, title, choice: vote.choice, terms: ballot.terms, voter, number }
    const hash = (domain: SigningDomain) => hashTyped(domain, 'Vote', voteFields, values)
    const problem =
      choice === -1
        ? 'it is for no choice of the proposal'
        : !members.has(voter)
          ? 'its voter was no member'
          : vote.proposalId !== id
            ? 'it is on another proposal'
            : vote.at < ballot.startsAt || vote.at >= ballot.endsAt
              ? 'it was not cast in time'
              : null
    if (cast.has(voter)) counting.problems.push(`${voter} voted twice.`)
    const proof =
      problem === null ? await proofOf(voter, vote, hasLeft(voter), hash, ballot.domain, ask) : { problem }
    if (typeof proof === 'object')
      counting.problems.push(`The vote of ${voter} does not count: ${proof.problem}.`)
    else {
      counting[proof]++
      cast.set(voter, { choice, isProved: proof === 'proved', vote })
    }
  }
  return cast
}

async function countMembers(
  { proposal, members }: Export,
  cast: ReadonlyMap<string, CastVote>,
  ask: AskWallet | null,
  counting: Counting,
) {
  const { choices, domain } = proposal.ballot
  const [all, unproved] = [emptyCounts(choices), emptyCounts(choices)]
  const countedFor = new Map<string, string>()
  for (const member of members.values()) {
    const { address, weight, delegation } = member
    const own = cast.get(address)
    const counts = own ?? (delegation === null ? undefined : cast.get(delegation.delegate))
    if (counts === undefined) continue
    let { isProved } = counts
    if (own === undefined && delegation !== null) {
      const proof = await proofOfDelegation(member, delegation, counts.vote, members, domain, ask)
      if (typeof proof === 'object') {
        counting.problems.push(`The delegation of ${address} does not count: ${proof.problem}.`)
        continue
      }
      counting[proof]++
      isProved &&= proof === 'proved'
    }
    countedFor.set(address, choices[counts.choice] as string)
    for (const tally of isProved ? [all] : [all, unproved]) {
      const count = tally[counts.choice] as (typeof all)[number]
      count.weight += weight
      count.voters += 1
    }
  }
  return { all, unproved, countedFor }
}

function emptyCounts(choices: readonly string[]) {
  return choices.map((_, choice) => ({ choice, weight: 0, voters: 0 }))
}

function proofOfDelegation(
  { address }: ExportedMember,
  given: Delegated,
  { at }: Vote,
  members: Export['members'],
  domain: SigningDomain,
  ask: AskWallet | null,
) {
  const { delegate, season, number } = given
  if (!members.has(delegate)) return { problem: 'it is to nobody who was a member' }
  const values = { delegator: address, delegate, season: season ?? 0, number: number ?? 0 }
  const hash = (of: SigningDomain) => hashTyped(of, 'Delegation', delegationFields, values)
  // The time of the delegation is not told; it stood when the delegate voted.
  return proofOf(address, { ...given, at }, hasLeft(address) || hasLeft(delegate), hash, domain, ask)
}

function tellUnproved({ asked, gone }: Counting): string[] {
  return [
    ...(asked > 0
      ? [
          `${asked} signatures are of smart wallets, which the service asked when they voted: their chains were not asked here (--rpc <chain>=<url>), or do not tell.`,
        ]
      : []),
    ...(gone > 0
      ? [
          `${gone} signatures are gone with people who left: the end of the vote binds what they were counted for, and not who they were.`,
        ]
      : []),
  ]
}

/** Anyone can sign a made-up export with a key of their own, unless something that they cannot make names the key. */
function whyUnboundKey({ key, proposal }: Export, known: string | null, { proved }: Counting): string[] {
  if (key === null) return ['No service signed the export: an older version made it.']
  if (known === key || (proved > 0 && isBoundToKey(proposal.id, key))) return []
  return [
    `Nothing in the export proves whose key signed it (${key}): give the one that the service is known by with --key.`,
  ]
}
