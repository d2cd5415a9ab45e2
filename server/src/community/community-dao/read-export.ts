import { createHash } from 'node:crypto'
import { Nullable, ProposalDetails, Vote } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Member as Committed } from './commitment.ts'
import { textOf } from './export-text.ts'
import { canonical, isBoundToKey, isSignedBy, namesKey } from './signatures.ts'

/** A member in an export; `salt` opens the commitment to them, and `identity` stands in for it where somebody left. */
export type ExportedMember = Committed & { readonly salt?: string; readonly identity?: string }

export type SealedEnd = {
  /** The audit log's row of the end: `act`, id, time, kind, actor and details. */
  readonly content: readonly unknown[] | null
  readonly entry: {
    readonly number: number
    readonly at: number
    readonly digest: string
    readonly kept: number
    readonly previous: string
    readonly hash: string
  } | null
}

type Ending = {
  readonly members: number
  readonly votes: number
  readonly key?: string
  readonly signature?: string
}
type Line =
  | (ProposalDetails & { readonly kind: 'proposal' })
  | (ExportedMember & { readonly kind: 'member' })
  | (Vote & { readonly kind: 'vote' })
  | (SealedEnd & { readonly kind: 'commitment' })
  | (Ending & { readonly kind: 'end' })

export type Export = Awaited<ReturnType<typeof readExport>>

/** Reads an export, and checks its signature. @throws RangeError for any other text. */
export async function readExport(lines: AsyncIterable<string>) {
  const found: { proposal?: ProposalDetails; end?: Ending; sealed?: SealedEnd } = {}
  const members = new Map<string, ExportedMember>()
  const votes: Vote[] = []
  const problems: string[] = []
  const hash = createHash('sha256')
  for await (const text of lines) {
    if (text.trim() === '') continue
    const line = parse(text)
    if (found.end !== undefined) problems.push('The export goes on after its end.')
    const { signature: _, ...unsigned } = line as Ending
    hash.update(`${canonical(line.kind === 'end' ? unsigned : line)}\n`)
    if (line.kind === 'proposal') found.proposal = line
    else if (line.kind === 'member') {
      if (members.has(line.address)) problems.push(`${line.address} is a member twice.`)
      members.set(line.address, line)
    } else if (line.kind === 'vote') votes.push(line)
    else if (line.kind === 'commitment') found.sealed = line
    else if (line.kind === 'end') found.end = line
  }
  const { proposal, end, sealed = null } = found
  if (proposal?.ballot == null) throw new RangeError('This is no export of a vote: it has no proposal.')
  const { ballot } = proposal
  if (end === undefined || end.members !== members.size || end.votes !== votes.length)
    problems.push('The export is not whole: its end is missing, or other than it says.')
  const named = namesKey(proposal.id)
  if (named || end?.key !== undefined || ballot.receiptKey !== undefined) {
    if (!isSignedBy(end?.key, textOf(hash.digest('hex')), end?.signature))
      problems.push('The export is not as the service signed it: something in it was altered.')
    if (end?.key !== ballot.receiptKey)
      problems.push('The export is signed with another key than the proposal has.')
    else if (named && !isBoundToKey(proposal.id, String(end?.key)))
      problems.push('The export is signed with another key than the id of the proposal names.')
  }
  return {
    proposal: { ...proposal, ballot },
    members,
    votes,
    sealed,
    key: end?.key ?? null,
    problems,
  }
}

function parse(text: string): Line {
  try {
    const line = JSON.parse(text)
    if (isLine(line)) return line
  } catch {
    // As below.
  }
  throw new RangeError(`This is no export of a vote: ${text.slice(0, 80)}`)
}

const Delegation = Type.Object({
  delegate: Type.String(),
  season: Nullable(Type.Integer()),
  number: Nullable(Type.Integer()),
  signature: Nullable(Type.String()),
  chainId: Nullable(Type.Integer()),
})
const Member = Type.Object({
  address: Type.String(),
  title: Type.String(),
  weight: Type.Integer(),
  delegation: Nullable(Delegation),
  salt: Type.Optional(Type.String()),
  identity: Type.Optional(Type.String()),
})
const Sealed = Type.Object({
  content: Nullable(Type.Array(Type.Unknown())),
  entry: Nullable(
    Type.Object({
      number: Type.Integer(),
      at: Type.Integer(),
      digest: Type.String(),
      kept: Type.Integer(),
      previous: Type.String(),
      hash: Type.String(),
    }),
  ),
})
const End = Type.Object({ members: Type.Integer(), votes: Type.Integer() })

const forms = { proposal: ProposalDetails, member: Member, vote: Vote, commitment: Sealed, end: End }

/** Whether a line has the form that a service writes; additions of later versions are allowed. */
function isLine(line: unknown): line is Line {
  const kind = (line as Line | null)?.kind
  return kind !== undefined && Object.hasOwn(forms, kind) && Value.Check(forms[kind], line)
}
