import { sql } from 'kysely'
import { type Address, checksum } from '../address.ts'
import type { Context } from '../context.ts'
import { findBallot, requireShown, showDetails, showVote } from './votes.ts'

const atOnce = 500

type MemberRow = {
  readonly address: Address
  readonly title: string
  readonly weight: number
  readonly delegate: Address | null
  readonly season: number | null
  readonly number: number | null
  readonly signature: string | null
  readonly chain_id: number | null
}

/**
 * All that a result is recomputed from, a line each: the proposal with what is frozen in it, the members at its start with their
 * weights and what they signed to delegate, and the votes with their signatures. The last line says how many there were.
 * @throws NotFoundError; BadRequestError where nothing is shown yet.
 */
export async function openExport(context: Context, id: string): Promise<AsyncGenerator<string>> {
  const { ballot } = await findBallot(context.db, id)
  requireShown(ballot)
  const proposal = await showDetails(context, id)
  return write()

  async function* write(): AsyncGenerator<string> {
    yield lineOf('proposal', proposal)
    let [members, votes] = [0, 0]
    for await (const rows of pagesOf<MemberRow>('address', readMembers)) {
      members += rows.length
      yield rows.map(row => lineOf('member', showMember(row))).join('')
    }
    for await (const rows of pagesOf('voter', readVotes)) {
      votes += rows.length
      yield rows.map(row => lineOf('vote', showVote(ballot, row))).join('')
    }
    yield lineOf('end', { members, votes })
  }

  async function readMembers(after: string): Promise<MemberRow[]> {
    const { rows } = await sql<MemberRow>`
      select m.address, m.title, m.weight, m.delegate, d.season, d.number, d.signature, d.chain_id
      from ballot_members m left join delegations d on d.id = m.delegation_id
      where m.proposal_id = ${id} and m.address > ${after} order by m.address limit ${sql.lit(atOnce)}`.execute(
      context.db,
    )
    return rows
  }

  function readVotes(after: string) {
    return context.db
      .selectFrom('votes')
      .selectAll()
      .where('proposal_id', '=', id)
      .where('voter', '>', after as Address)
      .orderBy('voter')
      .limit(atOnce)
      .execute()
  }
}

async function* pagesOf<R extends object>(
  key: keyof R & string,
  read: (after: string) => Promise<R[]>,
): AsyncGenerator<R[]> {
  for (let after = ''; ; ) {
    const rows = await read(after)
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) return
    after = String(rows.at(-1)?.[key])
  }
}

function showMember({ address, title, weight, delegate, season, number, signature, chain_id }: MemberRow) {
  return {
    address: checksum(address),
    title,
    weight,
    delegation:
      delegate === null
        ? null
        : { delegate: checksum(delegate), season, number, signature, chainId: chain_id },
  }
}

function lineOf(kind: string, value: object): string {
  return `${JSON.stringify({ kind, ...value })}\n`
}
