import { sql } from 'kysely'
import { isAsLogged, loggedEnd } from '../../quests/change/review-ends.ts'
import type { Law } from './law.ts'

export const reviewLaws: readonly Law[] = [
  {
    kind: 'reviews',
    says: 'work under review that is not what the log of its quest tells; it is not paid',
    find: db => sql`
      select assignments.quest_id || ' ' || assignments.farmer as what, cast(${loggedEnd(db)} as text) as expected,
        cast(assignments.review_ends_at as text) as found
      from assignments join quests on quests.id = assignments.quest_id
      where assignments.rail = 'ledger' and assignments.status = 'in-review' and not ${isAsLogged(db)}`,
  },
]
