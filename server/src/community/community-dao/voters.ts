import type { Db } from '@furrow/storage/db.ts'
import type { BallotRow } from '@furrow/storage/vote-tables.ts'
import { sql } from 'kysely'
import { type Address, checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import { choicesOf } from './ballot.ts'
import type { Cast, Member } from './commitment.ts'

const atOnce = 500

export type Voter = {
  readonly row: VoterRow
  readonly member: Member
  readonly own: Cast | undefined
  readonly counted: string | undefined
}

type VoterRow = {
  readonly address: Address
  readonly title: string
  readonly weight: number
  readonly delegate: Address | null
  readonly season: number | null
  readonly delegation: number | null
  readonly delegation_signature: string | null
  readonly delegation_chain: number | null
  readonly salt: string | null
  readonly identity: string | null
  readonly choice: number | null
  readonly number: number | null
  readonly signature: string | null
  readonly chain_id: number | null
  readonly at: number | null
  readonly delegated_choice: number | null
}

export async function* votersOf(db: Db, ballot: BallotRow): AsyncGenerator<Voter[]> {
  const choices = choicesOf(ballot)
  for (let after = ''; ; ) {
    const { rows } = await sql<VoterRow>`
      select m.address, m.title, m.weight, m.delegate, m.salt, m.identity,
        d.season, d.number as delegation, d.signature as delegation_signature, d.chain_id as delegation_chain,
        v.choice, v.number, v.signature, v.chain_id, v.at, o.choice as delegated_choice
      from ballot_members m left join delegations d on d.id = m.delegation_id
      left join votes v on v.proposal_id = m.proposal_id and v.voter = m.address
      left join votes o on o.proposal_id = m.proposal_id and o.voter = m.delegate
      where m.proposal_id = ${ballot.proposal_id} and m.address > ${after} order by m.address limit ${sql.lit(atOnce)}`.execute(
      db,
    )
    if (rows.length > 0) yield rows.map(row => toVoter(row, choices))
    if (rows.length < atOnce) return
    after = String(rows.at(-1)?.address)
  }
}

function toVoter(row: VoterRow, choices: readonly string[]): Voter {
  const own =
    row.choice === null
      ? undefined
      : {
          choice: choices[row.choice] as string,
          number: Number(row.number),
          signature: row.signature,
          chainId: row.chain_id,
          at: instant(Number(row.at)),
        }
  const counted = row.choice ?? row.delegated_choice
  return {
    row,
    member: toMember(row),
    own,
    counted: counted === null ? undefined : (choices[counted] as string),
  }
}

function toMember(row: VoterRow): Member {
  const { address, title, weight, delegate, season } = row
  const delegation = delegate && {
    delegate: checksum(delegate),
    season,
    number: row.delegation,
    signature: row.delegation_signature,
    chainId: row.delegation_chain,
  }
  return { address: checksum(address), title, weight, delegation }
}
