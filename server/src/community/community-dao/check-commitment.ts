import { beginning, digestOf, hashOf } from '../../access/audit-trail/seal.ts'
import { type Commitment, identityOf, isGone, leafOf, rootOf } from './commitment.ts'
import type { Export, ExportedMember } from './read-export.ts'

type Note = {
  readonly proposal: string
  readonly vote: string
  readonly choice: string | null
  readonly votes: readonly (readonly [weight: number, voters: number])[]
  readonly terms: string
  readonly commitment: Commitment
}

export type Counted = {
  readonly outcome: string
  readonly choice: string | null
  readonly votes: Note['votes']
  readonly countedFor: ReadonlyMap<string, string>
}

export type Checked = {
  readonly problems: readonly string[]
  readonly unchecked: readonly string[]
  readonly entry: string | null
}

export function checkCommitment({ proposal, members, votes, sealed }: Export, counted: Counted): Checked {
  if (proposal.ballot.outcome === null)
    return nothing('The vote has not ended: nothing binds its list of votes yet.')
  if (sealed === null)
    return nothing('Its end committed to nothing: a version wrote it that did not know how.')
  const note = readNote(sealed.content)
  if (note === null)
    return { problems: ['The note of its end is missing, or is none.'], unchecked: [], entry: null }
  const problems: string[] = []
  const { commitment } = note
  if (note.proposal !== proposal.id || note.terms !== proposal.ballot.terms)
    problems.push('The end that the audit log has is that of another vote.')
  if (
    note.vote !== counted.outcome ||
    note.choice !== counted.choice ||
    JSON.stringify(note.votes) !== JSON.stringify(counted.votes)
  )
    problems.push('The audit log has another result than the votes come to.')
  const own = new Map(votes.map(vote => [vote.voter, vote]))
  const leaves = [...members.values()].map(member => {
    const vote = own.get(member.address)
    const identity = identify(member, vote, problems)
    return leafOf(identity, member.weight, vote?.choice, counted.countedFor.get(member.address))
  })
  if (
    commitment.members !== members.size ||
    commitment.votes !== votes.length ||
    commitment.root !== rootOf(leaves)
  )
    problems.push(
      'These are not the votes, members and weights that the end committed to: one was dropped, added or changed.',
    )
  return checkEntry(sealed, problems)
}

const nothing = (why: string): Checked => ({ problems: [], unchecked: [why], entry: null })

function identify(
  member: ExportedMember,
  vote: Parameters<typeof identityOf>[2],
  problems: string[],
): string {
  if (member.salt !== undefined) return identityOf(member.salt, member, vote)
  if (member.identity === undefined || !isGone(member))
    problems.push(`Nothing opens what was committed to of ${member.address}, who has not left.`)
  return String(member.identity)
}

function checkEntry({ content, entry }: NonNullable<Export['sealed']>, problems: string[]): Checked {
  if (entry === null)
    return {
      problems,
      unchecked: ['The end is not sealed in the audit log yet: export it again in a minute.'],
      entry: null,
    }
  const { number, at, digest, kept, previous, hash } = entry
  const key = String(content?.[1])
  const isFirst = number === 1 && previous !== beginning.hash
  if (
    digest !== digestOf(content ?? []) ||
    hash !== hashOf(previous, { number, at, source: 'act', key, digest, kept }) ||
    isFirst
  )
    problems.push('The end is not as it was sealed in the audit log.')
  return { problems, unchecked: [], entry: `${number}:${hash}` }
}

function readNote(content: readonly unknown[] | null): Note | null {
  try {
    const note = JSON.parse(String(content?.[5])) as Note
    return typeof note.commitment.root === 'string' ? note : null
  } catch {
    return null
  }
}
