import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import { type RawBuilder, sql } from 'kysely'
import { dayOf } from '../../access/quotas/kinds.ts'
import type { Address } from '../../ground/address.ts'
import type { Ladder } from '../../ground/ladder.ts'
import { type Command, needs, subjectOf } from '../../rules/lifecycle/commands/all.ts'
import type { PartBefore } from '../../rules/lifecycle/plan.ts'
import type { Applicant, Rules, Trust } from '../../rules/lifecycle/rules.ts'
import type { Request } from './load.ts'
import { type BeforeRow, beforeColumns, joinBefore, toPartBefore } from './part-before.ts'
import { trustColumns, trustOf } from './trust.ts'

/** With the times that a place was taken by this wallet, and with this account, since a ladder counts them. */
export type LoadedApplicant = Applicant & {
  readonly takes: number
  readonly accountTakes: number
}

type Row = Omit<LoadedApplicant, 'finished' | 'isMember' | 'accountFinished' | 'accountSince'> & {
  address: Address
  quest_id: string
  before: string | null
  blocked_at: number | null
  own_finished: number
  account_finished: number
  since: string | null
  member: number
  account_released: number
  giver: Address | null
  heldHere: number
  newcomersHere: number
  team_here: Address | null
  own_word: number | null
  repo_word: number | null
  repo_unread: number
} & BeforeRow

export type Here = {
  readonly quest: string
  readonly farmer: Address
  readonly giver: Address | null
  readonly heldHere: number
  readonly newcomersHere: number
  readonly trust: Trust
  readonly teamHere: Address | null
  readonly before: PartBefore | null
}

export type Applicants = {
  readonly applicants: Map<Address, LoadedApplicant>
  readonly hadPart: ReadonlySet<string>
  readonly blocked: ReadonlySet<string>
  /** By quest and farmer. */
  readonly here: Map<string, Here>
}

/** The farmer who wants a place, is given one, or agrees to share in one; null for another command. */
export function takerOf(command: Command): Address | null {
  if (!needs(command, 'applicant')) return null
  return command.kind === 'agree-to-share' ? command.by : subjectOf(command)
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
  if (taking.length === 0)
    return { applicants: new Map(), hadPart: new Set(), blocked: new Set(), here: new Map() }
  const ofAddress = (alias: string) => sql`${sql.ref(`${alias}.address`)} = k.address`
  const ofQuota = (alias: string, kind: 'withdrawals' | 'applications') =>
    sql`${ofAddress(alias)} and ${sql.ref(`${alias}.kind`)} = ${sql.lit(kind)}
      and ${sql.ref(`${alias}.day`)} = ${sql.lit(dayOf(kind, now))}`
  const { rows } = await sql<Row>`
    select k.address, k.quest_id, p.codehost_id as account, coalesce(c.held, 0) as held,
      coalesce(c.completed, 0) as completed, coalesce(w.used, 0) as withdrawn, coalesce(a.used, 0) as applied,
      coalesce(c.completed - c.unproved, 0) as own_finished, ${onLadder(ladder)},
      ${forConditions}, ${trustColumns}, ${beforeColumns},
      (select t.farmer from team_members t where t.quest_id = k.quest_id and t.member = k.address
        and t.farmer <> t.member and t.agreed_at is not null limit 1) as team_here,
      n.quest_id as before, m.at as blocked_at
    from ${jsonRows(trx, 'k', ['quest_id', 'address'], taking)}
    ${joinEach(trx, 'profiles', 'p', ofAddress('p'), 'left join')}
    ${joinEach(trx, 'address_counts', 'c', ofAddress('c'), 'left join')}
    ${joinEach(trx, 'quotas', 'w', ofQuota('w', 'withdrawals'), 'left join')}
    ${joinEach(trx, 'quotas', 'a', ofQuota('a', 'applications'), 'left join')}
    ${joinEach(trx, 'pseudonyms', 'n', sql`n.quest_id = k.quest_id and n.address = k.address`, 'left join')}
    ${joinEach(trx, 'quests', 'q', sql`q.id = k.quest_id`, 'left join')}
    ${joinBefore(trx)}
    ${joinEach(trx, 'mail_blocks', 'm', sql`m.owner = q.giver and m.sender = k.address`, 'left join')}`.execute(
    trx,
  )
  const keysWhere = (is: (row: Row) => boolean) =>
    new Set(rows.filter(is).map(({ quest_id, address }) => `${quest_id} ${address}`))
  return {
    applicants: new Map(rows.map(row => [row.address, toApplicant(row)])),
    hadPart: keysWhere(({ before }) => before !== null),
    blocked: keysWhere(({ blocked_at }) => blocked_at !== null),
    here: new Map(rows.map(row => [`${row.quest_id} ${row.address}`, toHere(row)])),
  }
}

function toApplicant(row: Row): LoadedApplicant {
  const { account, held, atWork, withdrawn, completed, applied, takes, accountTakes } = row
  return {
    ...{ account, held, atWork, withdrawn, completed, applied, takes, accountTakes },
    finished: Math.max(row.own_finished, row.account_finished),
    accountSince: sinceOf(account, row.since),
    isMember: row.member > 0,
    accountFinished: row.account_released > 0,
  }
}

function sinceOf(account: string | null, since: string | null): number | null {
  return account !== null && since?.startsWith(`${account}:`) ? Number(since.slice(account.length + 1)) : null
}

function toHere(row: Row): Here {
  const { quest_id: quest, address: farmer, giver, heldHere, newcomersHere } = row
  return {
    quest,
    farmer,
    giver,
    heldHere,
    newcomersHere,
    trust: trustOf(row),
    teamHere: row.team_here,
    before: toPartBefore(row),
  }
}

const live = sql`('accepted', 'in-review', 'disputed')`

/** A backer's objection is about work that has a place in the main quest already, which counts there. */
const isOwnWork = sql`not exists (select 1 from quests o where o.id = l.quest_id and o.companion_of is not null)`

const liveWhere = (condition: RawBuilder<unknown>) => {
  const count = (whose: RawBuilder<unknown>) =>
    sql`(select count(*) from assignments l where ${whose} and l.status in ${live} and ${isOwnWork}${condition})`
  return sql`${count(sql`l.farmer = k.address`)} + ${count(sql`l.codehost_id = p.codehost_id and l.farmer <> k.address`)}`
}

/** Each entry of a contest that is not decided counts as half a place. */
const halvesOf = (whose: RawBuilder<unknown>) =>
  sql`(select cast(count(*) as double precision) / 2 from contest_entries e where ${whose} and e.outcome is null)`

/** An account takes its places and its finished work from wallet to wallet, and a wallet from account to account. */
function onLadder(ladder: Ladder): RawBuilder<unknown> {
  const highest = ladder.at(-1)
  if (highest === undefined)
    return sql`0 as "atWork", 0 as account_finished, ${takesOf(sql`q.conditions is not null`)}`
  return sql`
    ${liveWhere(sql``)} + ${halvesOf(sql`e.farmer = k.address`)}
      + ${halvesOf(sql`e.account = p.codehost_id and e.farmer <> k.address`)} as "atWork",
    (select count(*) from (select 1 from assignments l
      where l.codehost_id = p.codehost_id and l.status = 'released' and l.counted = 1
      limit ${sql.lit(highest.finished)}) as counting) as account_finished,
    ${takesOf(sql`1 = 1`)}`
}

function takesOf(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const of = (taker: RawBuilder<unknown>) => sql`case when ${condition}
    then coalesce((select t.takes from place_takers t where t.taker = ${taker}), 0) else 0 end`
  return sql`${of(sql`k.address`)} as takes, ${of(sql`p.codehost_id`)} as "accountTakes"`
}

const whereAsked = (count: RawBuilder<unknown>) =>
  sql`case when q.conditions is null then 0 else ${count} end`

/** Most quests have no conditions, and are asked for none of it. */
const forConditions = sql`q.giver, p.codehost_since as since,
  ${whereAsked(sql`(select count(*) from dao_members m where m.address = k.address)`)} as member,
  case when q.conditions is not null and exists (select 1 from assignments l
    where l.codehost_id = p.codehost_id and l.status = 'released') then 1 else 0 end as account_released,
  ${whereAsked(liveWhere(sql` and l.giver = q.giver`))} as "heldHere",
  ${whereAsked(sql`(select count(*) from assignments l where l.quest_id = k.quest_id and l.newcomer = 1
    and l.status in ('accepted', 'in-review', 'disputed', 'released', 'refunded'))`)} as "newcomersHere"`
