import { type Static, Type } from 'typebox'
import { Instant, Nullable } from './primitives.ts'
import { QuestFeedQuery } from './quests.ts'
import { oneLine, Text } from './text.ts'

/** The filters that one person follows. */
export const mostFollows = 20

const how = Type.Enum(['now', 'digest'], {
  description:
    'now: a letter for each quest, 50 a day at most, and the rest in the digest; digest: one a day',
})
const name = Text(80, { minLength: 1, pattern: oneLine, description: 'Yours, for you alone' })
/** It is kept, so its texts have a bound in bytes, which those of a query need not. */
const filter = Type.Object(
  {
    ...QuestFeedQuery.properties,
    status: Type.Optional(Text(20)),
    category: Type.Optional(Text(64)),
    skill: Type.Optional(Text(64)),
    token: Type.Optional(Text(20)),
    q: Type.Optional(Text(200, { description: 'Words, each matched by its beginning' })),
  },
  { description: 'As in GET /quests; a status may only be open. An empty one fits every quest' },
)
const channels = Nullable(
  Type.Array(Text(64, { minLength: 1 }), {
    maxItems: 20,
    uniqueItems: true,
    description: 'Ids of your channels that hear of it, besides your mail here; null for all of them',
  }),
)

export const Follow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  filter,
  how,
  channels,
  createdAt: Instant,
})
export type Follow = Static<typeof Follow>

export const NewFollow = Type.Object({ name, filter, how, channels: Type.Optional(channels) })
export type NewFollow = Static<typeof NewFollow>

const id = Text(64, { minLength: 1 })

export const FollowChange = Type.Object({ id, ...Type.Partial(NewFollow).properties })
export type FollowChange = Static<typeof FollowChange>

export const FollowRef = Type.Object({ id })
export type FollowRef = Static<typeof FollowRef>
