import type { AddressCountTable } from '@furrow/storage/tables.ts'
import { differ, type Law, raw } from './law.ts'

const ofWork = (who: string, condition: string) =>
  `select ${who} as what, count(*) as n from assignments where ${condition} group by ${who}`
const ofReviews = (value: string, role: string) =>
  `select reviewee as what, cast(${value} as bigint) as n from reviews where role = '${role}' group by reviewee`
const pairs =
  'select reviewee, reviewer, count(*) as ratings, cast(sum(rating) as bigint) as stars from reviews where counted = 1 group by reviewee, reviewer'

const counts: Readonly<Record<Exclude<keyof AddressCountTable, 'address'>, string>> = {
  posted: 'select giver as what, count(*) as n from quests group by giver',
  accepted: ofWork('farmer', 'true'),
  held: ofWork('farmer', "status = 'accepted'"),
  completed: ofWork('farmer', "status = 'released' and finished = 1"),
  givers:
    "select farmer as what, count(distinct giver) as n from assignments where status = 'released' group by farmer",
  paid: ofWork('giver', "status = 'released'"),
  refunded: ofWork('giver', "status = 'refunded'"),
  lost_as_giver: ofWork('giver', "dispute_outcome = 'pay' and disputed_by = 'giver'"),
  lost_as_farmer: ofWork('farmer', "dispute_outcome = 'refund' and disputed_by in ('giver', 'code-host')"),
  farmer_ratings: ofReviews('count(*)', 'farmer'),
  farmer_stars: ofReviews('sum(rating)', 'farmer'),
  giver_ratings: ofReviews('count(*)', 'giver'),
  giver_stars: ofReviews('sum(rating)', 'giver'),
  reviewers:
    'select reviewee as what, count(distinct reviewer) as n from reviews where counted = 1 group by reviewee',
  // Integer division, rounded down.
  reviewer_means: `select reviewee as what, cast(sum(cast(1000000 as bigint) * stars / ratings) as bigint) as n
    from (${pairs}) as p group by reviewee`,
  unproved: ofWork('farmer', "status = 'released' and counted = 0 and finished = 1"),
  unproved_paid: ofWork('giver', "status = 'released' and counted = 0"),
  settled: ofWork('giver', "status = 'released' and payment = 'paid'"),
}

const placesOf = (status: string) => `sum(case when status = '${status}' then 1 else 0 end)`

export const counterLaws: readonly Law[] = [
  {
    kind: 'counters',
    says: 'a quest that counts its places otherwise than they stand',
    find: () =>
      raw(`select q.id as what from quests q left join (
          select quest_id, ${placesOf('accepted')} as accepted, ${placesOf('in-review')} as in_review,
            ${placesOf('disputed')} as disputed, ${placesOf('released')} as released,
            ${placesOf('refunded')} as refunded
          from assignments where team_of is null group by quest_id) as a on a.quest_id = q.id
        where q.accepted <> coalesce(a.accepted, 0) or q.in_review <> coalesce(a.in_review, 0)
          or q.disputed <> coalesce(a.disputed, 0) or q.released <> coalesce(a.released, 0)
          or q.refunded <> coalesce(a.refunded, 0) + q.returned
          or q.taken <> q.accepted + q.in_review + q.disputed + q.released + q.refunded - q.returned
          or q.taken > q.max_farmers`) as never,
  },
  {
    kind: 'counters',
    says: 'a quest that counts the applications that wait otherwise than they are',
    find: () =>
      differ(
        raw(
          `select quest_id as what, count(*) as n from applications where status = 'pending' group by quest_id`,
        ),
        raw('select id as what, waiting as n from quests'),
      ),
  },
  {
    kind: 'counters',
    says: 'a contest that counts its entries otherwise than they are',
    find: () =>
      differ(
        raw(
          'select quest_id as what, count(*) as n from contest_entries where outcome is null group by quest_id',
        ),
        raw('select id as what, contest_entries as n from quests where contest_due is not null'),
      ),
  },
  {
    kind: 'counters',
    says: 'a quest whose events are not numbered from 1 to their count',
    find: () =>
      raw(`select q.id as what, cast(q.events as text) as expected,
          cast(e.n as text) || ' from ' || cast(e.lowest as text) || ' to ' || cast(e.highest as text) as found
        from quests q join (select quest_id, count(*) as n, min(number) as lowest, max(number) as highest
          from quest_events group by quest_id) as e on e.quest_id = q.id
        where e.n <> q.events or e.lowest <> 1 or e.highest <> q.events`) as never,
  },
  {
    kind: 'counters',
    says: 'a thread that counts its comments otherwise than they stand',
    find: () =>
      differ(
        raw(
          'select quest_id as what, count(*) as n from comments where deleted_at is null group by quest_id',
        ),
        raw('select quest_id as what, comments as n from comment_threads where comments <> 0'),
      ),
  },
  {
    kind: 'counters',
    says: 'a quest that paid other places than its history tells of',
    find: () =>
      differ(
        raw('select id as what, released as n from quests'),
        raw(
          `select quest_id as what, count(*) as n from quest_events where kind = 'released' group by quest_id`,
        ),
      ),
  },
  ...Object.entries(counts).map(
    ([column, counted]): Law => ({
      kind: 'counters',
      says: `an address whose count "${column}" is another`,
      find: () => differ(raw(counted), raw(`select address as what, ${column} as n from address_counts`)),
    }),
  ),
  ...(['ratings', 'stars'] as const).map(
    (column): Law => ({
      kind: 'counters',
      says: `two people whose reviews have other ${column} than is kept`,
      find: () =>
        differ(
          raw(`select reviewer || ' of ' || reviewee as what, ${column} as n from (${pairs}) as p`),
          raw(`select reviewer || ' of ' || reviewee as what, ${column} as n from review_pairs`),
        ),
    }),
  ),
  ...(
    [
      ['work_pairs', 'releases', ''],
      ['work_pairs', 'unproved', 'and counted = 0'],
      ['season_pairs', 'releases', 'and counted = 1'],
    ] as const
  ).map(
    ([table, column, which]): Law => ({
      kind: 'counters',
      says: `two people with other released work between them than the ${column} of ${table}`,
      find: () =>
        differ(
          raw(`select farmer || ' for ' || giver as what, count(*) as n from assignments
            where status = 'released' ${which} group by farmer, giver`),
          raw(`select farmer || ' for ' || giver as what, cast(sum(${column}) as bigint) as n
            from ${table} group by farmer, giver`),
        ),
    }),
  ),
  {
    kind: 'counters',
    says: 'a dispute that counts its evidence otherwise than it is',
    find: () =>
      differ(
        raw(`select quest_id || ' ' || farmer || ' of the ' || role as what, count(*) as n
          from dispute_evidence group by quest_id, farmer, role`),
        raw(`select quest_id || ' ' || farmer || ' of the giver' as what, giver_evidence as n
          from assignments where giver_evidence > 0
          union all select quest_id || ' ' || farmer || ' of the farmer', farmer_evidence
          from assignments where farmer_evidence > 0`),
      ),
  },
  {
    kind: 'counters',
    says: 'a quest that was changed another number of times than it says',
    find: () =>
      differ(
        raw('select id as what, revision as n from quests where revision > 0'),
        raw('select quest_id as what, count(*) as n from quest_revisions group by quest_id'),
      ),
  },
  ...(['drafts', 'draft-bytes'] as const).map(
    (kind): Law => ({
      kind: 'counters',
      says: `somebody whose ${kind} are counted wrong`,
      find: () =>
        differ(
          raw(`select owner as what, ${kind === 'drafts' ? 'count(*)' : 'cast(sum(bytes) as bigint)'} as n
            from quest_drafts group by owner`),
          raw(`select address as what, used as n from quotas where kind = '${kind}'`),
        ),
    }),
  ),
  {
    kind: 'counters',
    says: 'a giver who has another number of quests that are not over',
    find: () =>
      differ(
        raw(`select giver as what, count(*) as n from quests
          where status not in ('completed', 'cancelled') group by giver`),
        raw(`select address as what, used as n from quotas where kind = 'live-quests'`),
      ),
  },
  {
    kind: 'counters',
    says: 'somebody whose files have other bytes in all than is counted',
    find: () =>
      differ(
        raw('select owner as what, cast(sum(bytes) as bigint) as n from files group by owner'),
        raw(`select address as what, used as n from quotas where kind = 'file-bytes'`),
      ),
  },
]
