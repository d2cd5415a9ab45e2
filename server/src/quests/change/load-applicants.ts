import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import { type RawBuilder, sql } from 'kysely'
import { dayOf } from '../../access/quotas/kinds.ts'
import type { Address } from '../../ground/address.ts'
import type { Ladder } from '../../ground/config/ladder.ts'
import { type Command, needs, subjectOf } from '../../rules/lifecycle/commands/all.ts'
import type { Applicant, Rules } from '../../rules/lifecycle/rules.ts'
import type { Request } from './load.ts'

/** With the times that a place was taken by this wallet, and with this account, since a ladder counts them. */
export type LoadedApplicant = Applicant & {
  readonly takes: number
  readonly accountTakes: number
}

type Row = Omit<LoadedApplicant, 'finished'> & {
  address: Address
  quest_id: string
  before: string | null
  blocked_at: number | null
  own_finished: number
  account_finished: number
}

export type Applicants = {
  readonly applicants: Map<Address, LoadedApplicant>
  readonly hadPart: ReadonlySet<string>
  readonly blocked: ReadonlySet<string>
}

/** The farmer who wants a place, or is given one; null for another command. */
export function takerOf(command: Command): Address | null {
  return needs(command, 'applicant') ? subjectOf(command) : null
}

export async function loadApplicants(
  trx: Db,
  requests: readonly Request[],
  rules: Pick<Rules, 'now' | 'ladder'>,
): Promise<Applicants> {
  const taking = requests.flatMap(({ questId, command }) => {
    const address = takerOf(command)
    return address === null ? [] : [{ quest_id: questId, address }]
  })
  return readApplicants(trx, taking, rules)
}

export async function readApplicants(
  trx: Db,
  taking: readonly { readonly quest_id: string; readonly address: Address }[],
  { now, ladder }: Pick<Rules, 'now' | 'ladder'>,
): Promise<Applicants> {
  if (taking.length === 0) return { applicants: new Map(), hadPart: new Set(), blocked: new Set() }
  const ofAddress = (alias: string) => sql`${sql.ref(`${alias}.address`)} = k.address`
  const ofQuota = (alias: string, kind: 'withdrawals' | 'applications') =>
    sql`${ofAddress(alias)} and ${sql.ref(`${alias}.kind`)} = ${sql.lit(kind)}
      and ${sql.ref(`${alias}.day`)} = ${sql.lit(dayOf(kind, now))}`
  const { rows } = await sql<Row>`
    select k.address, k.quest_id, p.codehost_id as account, coalesce(c.held, 0) as held,
      coalesce(c.completed, 0) as completed, coalesce(w.used, 0) as withdrawn, coalesce(a.used, 0) as applied,
      coalesce(c.completed - c.unproved, 0) as own_finished, ${onLadder(ladder)},
      n.quest_id as before, b.at as blocked_at
    from ${jsonRows(trx, 'k', ['quest_id', 'address'], taking)}
    ${joinEach(trx, 'profiles', 'p', ofAddress('p'), 'left join')}
    ${joinEach(trx, 'address_counts', 'c', ofAddress('c'), 'left join')}
    ${joinEach(trx, 'quotas', 'w', ofQuota('w', 'withdrawals'), 'left join')}
    ${joinEach(trx, 'quotas', 'a', ofQuota('a', 'applications'), 'left join')}
    ${joinEach(trx, 'pseudonyms', 'n', sql`n.quest_id = k.quest_id and n.address = k.address`, 'left join')}
    ${joinEach(trx, 'quests', 'q', sql`q.id = k.quest_id`, 'left join')}
    ${joinEach(trx, 'mail_blocks', 'b', sql`b.owner = q.giver and b.sender = k.address`, 'left join')}`.execute(
    trx,
  )
  const keysWhere = (is: (row: Row) => boolean) =>
    new Set(rows.filter(is).map(({ quest_id, address }) => `${quest_id} ${address}`))
  return {
    applicants: new Map(rows.map(row => [row.address, toApplicant(row)])),
    hadPart: keysWhere(({ before }) => before !== null),
    blocked: keysWhere(({ blocked_at }) => blocked_at !== null),
  }
}

function toApplicant(row: Row): LoadedApplicant {
  const {
    own_finished,
    account_finished,
    address: _,
    quest_id: __,
    before: ___,
    blocked_at: ____,
    ...rest
  } = row
  return { ...rest, finished: Math.max(own_finished, account_finished) }
}

const live = sql`('accepted', 'in-review', 'disputed')`

/** An account takes its places and its finished work from wallet to wallet, and a wallet from account to account. */
function onLadder(ladder: Ladder): RawBuilder<unknown> {
  const highest = ladder.at(-1)
  if (highest === undefined) return sql`0 as "atWork", 0 as account_finished, 0 as takes, 0 as "accountTakes"`
  return sql`
    (select count(*) from assignments l where l.farmer = k.address and l.status in ${live})
      + (select count(*) from assignments l
        where l.codehost_id = p.codehost_id and l.status in ${live} and l.farmer <> k.address) as "atWork",
    (select count(*) from (select 1 from assignments l
      where l.codehost_id = p.codehost_id and l.status = 'released' and l.counted = 1
      limit ${sql.lit(highest.finished)}) as counting) as account_finished,
    coalesce((select t.takes from place_takers t where t.taker = k.address), 0) as takes,
    coalesce((select t.takes from place_takers t where t.taker = p.codehost_id), 0) as "accountTakes"`
}
