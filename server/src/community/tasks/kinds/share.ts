import { sql } from 'kysely'
import { type Kind, questLink } from '../kind.ts'

export const share: Kind = {
  kind: 'share',
  find: (_, member, most) => sql`
    select t.quest_id, t.farmer as who, t.at, (select a.expires_at from assignments a
      where a.quest_id = t.quest_id and a.farmer = t.farmer) as due
    from team_members t where t.member = ${member} and t.agreed_at is null limit ${most}`,
  linkTo: questLink,
}
