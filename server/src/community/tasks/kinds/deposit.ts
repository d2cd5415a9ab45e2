import { sql } from 'kysely'
import { type Kind, questLink } from '../kind.ts'

/** The most quests on chain looked at, a giver's newest. */
const looked = 1_000

/** Quests that nobody can take before the giver's deposit; none on a contract that is not served any more. */
export const deposit: Kind = {
  kind: 'deposit',
  find: ({ escrows }, giver, most) =>
    escrows.all.length === 0
      ? null
      : sql`
    select id as quest_id, cast(null as text) as who, created_at as at, deadline as due from (
      select id, created_at, deadline from quests
      where giver = ${giver} and rail = 'chain' and status = 'open' order by id desc limit ${sql.lit(looked)}) as newest
    where (select e.status from escrows e where e.quest_id = newest.id
      and e.contract in (${sql.join(escrows.all.map(({ id }) => id))})) = 'unfunded' limit ${most}`,
  linkTo: questLink,
}
