import { type Static, Type } from 'typebox'
import { Address, Nullable } from './primitives.ts'

const revision = Type.Integer({ description: 'A new number for each change' })
const unread = Type.Integer({ description: 'Unread letters; 100 stands for that many or more' })

/**
 * An event of a stream tells that something changed, and never what: a client asks for the parts it shows. Later kinds
 * may come, and are to be passed over.
 */
export const LiveEvent = Type.Union([
  Type.Object(
    {
      type: Type.Literal('ready'),
      address: Nullable(Address),
      resumed: Type.Boolean({
        description: 'true: the events missed since the last connection follow; false: fetch everything once',
      }),
      unread: Nullable(unread),
    },
    { description: 'The stream has begun: no event from now on is missed' },
  ),
  Type.Object({ type: Type.Literal('quests'), revision }, { description: 'A visible quest changed' }),
  Type.Object({ type: Type.Literal('leaderboard'), revision }),
  Type.Object({ type: Type.Literal('community-dao'), revision }),
  Type.Object(
    { type: Type.Literal('mail'), unread },
    { description: 'Your mailbox changed, notices of the service included' },
  ),
  Type.Object({ type: Type.Literal('tasks') }, { description: 'Your tasks changed' }),
])
export type LiveEvent = Static<typeof LiveEvent>
