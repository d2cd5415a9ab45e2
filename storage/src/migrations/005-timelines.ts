import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Reconstructs earlier events; a time that was not kept is marked approximate. Events that left no trace are left out. */
export async function fillTimelines(db: Kysely<unknown>, engine: Engine, disputeMs: number): Promise<void> {
  const parts = [...aboutQuests, ...aboutWork(disputeMs), ...aboutChain].map(part =>
    part.replace(/\{([\s\S]*?)\}/g, (_, pairs) => detailsOf(engine, pairs)),
  )
  await sql
    .raw(
      `insert into quest_events (quest_id, number, at, kind, actor, farmer, details)
       select quest_id, row_number() over (partition by quest_id order by at, turn, farmer),
         at, kind, actor, farmer, details
       from (select null as quest_id, null as at, null as turn, null as kind, null as actor, null as farmer,
         null as details where 1 = 0 union all ${parts.join(' union all ')}) as known`,
    )
    .execute(db)
  await sql`update quests set events = (select count(*) from quest_events where quest_id = quests.id)`.execute(
    db,
  )
}

/** Turns `name: column; ...` into the engine's JSON object. */
function detailsOf(engine: Engine, pairs: string): string {
  const list = pairs
    .split(';')
    .flatMap(pair => (pair.trim() === '' ? [] : pair.trim().replace(/^(\w+):/, "'$1',")))
  return `cast(${engine === 'postgres' ? 'json_build_object' : 'json_object'}(${list.join(', ')}) as text)`
}

const closedAt = `(select t.at from ledger_transfers t where t.id = 'close:' || q.id)`

const aboutQuests = [
  `select id, created_at, 0, 'posted', giver, null, {} from quests`,
  `select id, deadline, 20, 'deadline-passed', null, null, {} from quests
   where deadline <= updated_at and closed is null and status <> 'open'`,
  `select q.id, coalesce(${closedAt}, q.updated_at), 21, 'closed', q.giver, null, {as: q.closed; approximate: 1}
   from quests q where q.closed is not null`,
  `select q.id, ${closedAt}, 22, 'places-returned', null, null, {places: q.returned}
   from quests q where ${closedAt} is not null`,
  `select quest_id, at, 30, 'reviewed', reviewer, case when role = 'farmer' then reviewee else reviewer end,
     {reviewee: reviewee; role: role; rating: rating; comment: comment}
   from reviews`,
]

function aboutWork(disputeMs: number): string[] {
  const handedIn = `(a.submission_url is not null or a.submission_note is not null)`
  const started = `coalesce(a.review_started_at, a.accepted_at)`
  const seen = `(select m.seen_at from merges m where m.quest_id = a.quest_id and m.farmer = a.farmer)`
  const said = (kind: string) =>
    `(select min(e.at) from escrow_events e
      where e.quest_id = a.quest_id and e.farmer = a.farmer and e.kind = '${kind}')`
  const disputedAt = `(case when a.dispute_ends_at - ${disputeMs} < ${started} then ${started}
    else a.dispute_ends_at - ${disputeMs} end)`
  const refundedAt = `coalesce((select t.at from ledger_transfers t
    where t.id = 'refund:' || a.quest_id || ':' || a.farmer), q.updated_at)`
  const ended = (at: string, otherwise: string) =>
    `case when ${said('settle')} is not null then 'undecided' when ${said('resolve')} is not null then 'resolved'
      when a.rail = 'chain' then '${otherwise}'
      when ${at} >= a.dispute_ends_at then 'undecided' else 'resolved' end`
  const paidBecause = `case when a.dispute_outcome = 'pay' then ${ended('a.released_at', 'approved')}
    when a.dispute_ends_at is not null or a.review_ends_at is null or ${said('approve')} is not null
      or a.released_at < a.review_ends_at then 'approved' else 'window-over' end`
  const wasCancelled = `(a.status = 'expired' and q.closed = 'cancelled' and a.expires_at > q.updated_at)`
  return [
    `select a.quest_id, a.accepted_at, 2, 'accepted', a.farmer, a.farmer, {expiresAt: a.expires_at}
     from assignments a`,
    `select a.quest_id, ${started}, 3, 'submitted', a.farmer, a.farmer,
       {url: a.submission_url; note: a.submission_note; reviewEndsAt: a.review_ends_at}
     from assignments a where ${handedIn}`,
    `select a.quest_id, case when ${handedIn} then coalesce(${seen}, ${started}) else ${started} end, 4, 'merged',
       null, a.farmer, {repository: a.repo_key; pullRequest: a.pull_request;
         reviewEndsAt: case when ${handedIn} then null else a.review_ends_at end}
     from assignments a where a.pull_request is not null`,
    `select a.quest_id, coalesce(${said('dispute')}, ${disputedAt}), 6, 'disputed',
       case when a.disputed_by = 'giver' then a.giver end, a.farmer,
       {by: a.disputed_by; reason: case when a.disputed_by = 'giver' then '' else a.dispute_reason end;
         disputeEndsAt: a.dispute_ends_at; approximate: 1}
     from assignments a where a.dispute_ends_at is not null`,
    `select a.quest_id, a.released_at, 8, 'released', null, a.farmer, {because: ${paidBecause}}
     from assignments a where a.status = 'released'`,
    `select a.quest_id, ${refundedAt}, 8, 'refunded', null, a.farmer, {because: ${ended(refundedAt, 'on-chain')}}
     from assignments a join quests q on q.id = a.quest_id where a.status = 'refunded'`,
    `select a.quest_id, case when a.status = 'withdrawn' or ${wasCancelled} then q.updated_at else a.expires_at end, 8,
       case when ${wasCancelled} then 'place-cancelled' else a.status end,
       case when a.status = 'withdrawn' then a.farmer end, a.farmer, {approximate: 1}
     from assignments a join quests q on q.id = a.quest_id where a.status in ('withdrawn', 'expired')`,
  ]
}

const aboutChain = [
  `select e.quest_id, e.at, 1, case when s.status = 'funded' then 'funded' else 'misfunded' end, q.giver, null,
     {problem: s.problem}
   from escrow_events e join escrows s on s.quest_id = e.quest_id join quests q on q.id = e.quest_id
   where e.kind = 'fund' and (s.status = 'funded' or s.problem is not null)`,
  `select e.quest_id, min(e.at), 5, 'proposed', null, e.farmer, {reviewEndsAt: max(a.review_ends_at)}
   from escrow_events e join assignments a on a.quest_id = e.quest_id and a.farmer = e.farmer
   where e.kind = 'propose' group by e.quest_id, e.farmer`,
  `select quest_id, created_at, 7, 'payment-asked', null, farmer, {call: kind}
   from escrow_calls where kind in ('release', 'settle')`,
  `select quest_id, created_at, 19, 'closing', null, null, {} from escrow_calls where kind = 'close'`,
]
