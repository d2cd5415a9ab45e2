import { sql } from 'kysely'
import { firstRightMs } from '../../../rules/lifecycle/plan.ts'
import { type Kind, questLink } from '../kind.ts'

/** The next parts of plans that they have to themselves, since their work in the part before was released: until then. */
export const nextPart: Kind = {
  kind: 'next-part',
  find({ clock }, farmer, most) {
    const now = clock.now()
    const first = sql`(select min(r.released_at) from assignments r
      where r.quest_id = own.quest_id and r.status = 'released' and r.team_of is null)`
    return sql`
      select quest_id, who, at, due from (
        select n.id as quest_id, n.giver as who,
          case when n.created_at > own.released_at then n.created_at else own.released_at end as at,
          ${first} + ${sql.lit(firstRightMs)} as due
        from assignments own
        join quests b on b.id = own.quest_id and b.plan is not null
        join quests n on n.plan = b.plan and n.plan_place = b.plan_place + 1 and n.plan is not null
        where own.farmer = ${farmer} and own.status = 'released' and own.team_of is null
          and own.released_at > ${now - firstRightMs}
          and n.status = 'open' and n.paused = 0 and n.hidden_at is null
          and (n.deadline is null or n.deadline > ${now})
          and coalesce((select e.status from escrows e where e.quest_id = n.id), 'funded') = 'funded'
          and (select 1 from assignments a where a.quest_id = n.id and a.farmer = own.farmer) is null
          and (select 1 from applications p where p.quest_id = n.id and p.farmer = own.farmer) is null) as theirs
      where due > ${now} order by due limit ${most}`
  },
  linkTo: questLink,
}
