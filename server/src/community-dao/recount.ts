import {
  delegationFields,
  type ProposalDetails,
  type SigningDomain,
  type Tally,
  type Vote,
  voteFields,
} from '@furrow/sdk/contract'
import { recoverFrom } from '../auth/signature.ts'
import { hashTyped } from '../auth/typed-data.ts'
import { hashTerms } from './ballot.ts'
import { decide, toTally } from './tally.ts'

export type Recount = {
  readonly title: string
  readonly tally: Tally
  readonly outcome: string
  readonly choice: string | null
  /** How many signatures were proved right here: of votes and of delegations. */
  readonly proved: number
  /** Of smart wallets, which their chains were asked about when they voted. */
  readonly asked: number
  /** Of people who left, whose signatures went with them. */
  readonly gone: number
  readonly problems: readonly string[]
}

type Delegated = {
  readonly delegate: string
  readonly season: number | null
  readonly number: number | null
  readonly signature: string | null
  readonly chainId: number | null
}
type Member = {
  readonly address: string
  readonly weight: number
  readonly delegation: Delegated | null
}
type Line =
  | (ProposalDetails & { readonly kind: 'proposal' })
  | (Member & { readonly kind: 'member' })
  | (Vote & { readonly kind: 'vote' })
  | { readonly kind: 'end'; readonly members: number; readonly votes: number }

const mostProblems = 20

/** Counts an export anew, from what was signed. @throws RangeError for what is no export. */
export async function recount(lines: AsyncIterable<string>): Promise<Recount> {
  const read = await readLines(lines)
  const { proposal, members, votes } = read
  const { ballot } = proposal
  const problems: string[] = [...read.problems]
  const counted = { proved: 0, asked: 0, gone: 0 }
  if (!ballot.erased && hashTerms({ ...proposal, ballot }) !== ballot.terms)
    problems.push('What was voted on is not what was signed: the terms differ.')

  const choiceOf = new Map<string, number>()
  for (const vote of votes) {
    const choice = ballot.choices.indexOf(vote.choice)
    const problem = choice === -1 ? 'it is for no choice of the proposal' : await whyNotVote(vote)
    if (choiceOf.has(vote.voter)) problems.push(`${vote.voter} voted twice.`)
    if (problem !== null) problems.push(`The vote of ${vote.voter} does not count: ${problem}.`)
    else choiceOf.set(vote.voter, choice)
  }

  const counts = ballot.choices.map((_, choice) => ({ choice, weight: 0, voters: 0 }))
  for (const { address, weight, delegation } of members.values()) {
    const own = choiceOf.get(address)
    const choice = own ?? (delegation === null ? undefined : choiceOf.get(delegation.delegate))
    if (own === undefined && choice !== undefined && delegation !== null) {
      const problem = await whyNotDelegated(address, delegation)
      if (problem !== null) {
        problems.push(`The delegation of ${address} does not count: ${problem}.`)
        continue
      }
    }
    const count = choice === undefined ? undefined : counts[choice]
    if (count === undefined) continue
    count.weight += weight
    count.voters += 1
  }
  const tally = toTally(ballot.choices, counts)
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
  return {
    title: proposal.title,
    tally,
    outcome,
    choice,
    ...counted,
    problems: problems.slice(0, mostProblems),
  }

  async function whyNotVote(vote: Vote): Promise<string | null> {
    if (!members.has(vote.voter)) return 'its voter was no member'
    if (vote.at < ballot.startsAt || vote.at >= ballot.endsAt) return 'it was not cast in time'
    const { voter, choice, number } = vote
    const values = {
      proposal: proposal.id,
      title: proposal.title,
      choice,
      terms: ballot.terms,
      voter,
      number,
    }
    return whyNotSigned(vote.voter, vote, domain => hashTyped(domain, 'Vote', voteFields, values))
  }

  async function whyNotDelegated(delegator: string, signed: Delegated): Promise<string | null> {
    if (!members.has(signed.delegate)) return 'it is to nobody who was a member'
    const { delegate, season, number } = signed
    const values = { delegator, delegate, season: season ?? 0, number: number ?? 0 }
    return whyNotSigned(delegator, signed, domain =>
      hashTyped(domain, 'Delegation', delegationFields, values),
    )
  }

  async function whyNotSigned(
    signer: string,
    { signature, chainId }: { readonly signature: string | null; readonly chainId: number | null },
    hash: (domain: SigningDomain) => Uint8Array,
  ): Promise<string | null> {
    if (signature === null) counted.gone++
    else if (chainId !== null) counted.asked++
    else {
      const by = await recoverFrom(() => hash(ballot.domain), signature)
      if (by !== signer.toLowerCase()) return 'its signature is not of this address for these words'
      counted.proved++
    }
    return null
  }
}

async function readLines(lines: AsyncIterable<string>) {
  const found: { proposal?: ProposalDetails; end?: { readonly members: number; readonly votes: number } } = {}
  const members = new Map<string, Member>()
  const votes: Vote[] = []
  for await (const text of lines) {
    if (text.trim() === '') continue
    const line = parse(text)
    if (line.kind === 'proposal') found.proposal = line
    else if (line.kind === 'member') members.set(line.address, line)
    else if (line.kind === 'vote') votes.push(line)
    else if (line.kind === 'end') found.end = line
  }
  const { proposal, end } = found
  if (proposal?.ballot == null) throw new RangeError('This is no export of a vote: it has no proposal.')
  const whole = end !== undefined && end.members === members.size && end.votes === votes.length
  const problems = whole ? [] : ['The export is not whole: its end is missing, or other than it says.']
  return { proposal: { ...proposal, ballot: proposal.ballot }, members, votes, problems }
}

function parse(text: string): Line {
  try {
    return JSON.parse(text) as Line
  } catch {
    throw new RangeError(`This is no export of a vote: ${text.slice(0, 80)}`)
  }
}
