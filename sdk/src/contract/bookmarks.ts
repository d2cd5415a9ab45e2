import { type Static, Type } from 'typebox'
import { Text } from './text.ts'

/** The quests that one person keeps. */
export const mostBookmarks = 1_000

export const BookmarkQuery = Type.Object({
  limit: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,3}$', description: '1 to 100, which is the default' }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'From the Link header' })),
})
export type BookmarkQuery = Static<typeof BookmarkQuery>

export const BookmarkRef = Type.Object({ questId: Text(100, { minLength: 1 }) })
export type BookmarkRef = Static<typeof BookmarkRef>

export const BookmarkIds = Type.Object({
  ids: Type.Array(Type.String(), { description: 'Of the quests that you keep, in no order' }),
})
export type BookmarkIds = Static<typeof BookmarkIds>
