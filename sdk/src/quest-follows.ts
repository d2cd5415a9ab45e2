import type { Follow, FollowChange, NewFollow, Success } from './contract/index.ts'
import { type ChangeOptions, type Connection, request, requestOnce } from './transport.ts'

/** Filters of the board that tell their owner of quests that fit. */
export const questFollows = (connection: Connection) => ({
  /** The caller's follows, oldest first. */
  list: () => request<Follow[]>(connection, 'GET', '/quests/follows'),
  /** Tells the caller of each quest that opens from now on and fits: `{ name: 'Rust', filter: { skill: 'rust' }, how: 'digest' }`. */
  add: (body: NewFollow, options?: ChangeOptions) =>
    requestOnce<Follow>(connection, 'POST', '/quests/follows', body, options),
  /** Changes what is given; the rest stays. */
  change: (body: FollowChange) => request<Follow>(connection, 'PUT', '/quests/follows', { body }),
  end: (id: string) => request<Success>(connection, 'DELETE', '/quests/follows', { query: { id } }),
})
