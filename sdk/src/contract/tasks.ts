import { type Static, Type } from 'typebox'
import { PlacesHeld } from './eligibility.ts'
import { Nullable } from './primitives.ts'

/**
 * A task that waits for its reader. `review`: work handed in to their quest; `application`: farmers applying for their
 * quest, one task for each quest; `judge`: a dispute that they decide; `answer`: a dispute over their own work;
 * `deposit`: their quest that is not paid in; `deadline`: their quest that soon takes nobody any more; `returned`: their
 * work to be finished; `expiry`: their place that soon ends; `invite`: a quest they are invited to; `next-part`: the next
 * part of a plan, which they have to themselves until then, since they were paid for the part before; `share`: a share of somebody's place that they
 * may agree to; `pay`: released work that they owe; `thanks`: thanks that they promised and did not pay yet; `rank`: entries of their contest to be ranked; `vote`: entries
 * that they may vote on as a member; `letters`: all their unread letters.
 */
export const taskKinds = [
  'review',
  'application',
  'judge',
  'answer',
  'deposit',
  'deadline',
  'returned',
  'expiry',
  'invite',
  'next-part',
  'share',
  'pay',
  'thanks',
  'rank',
  'vote',
  'letters',
] as const
export type TaskKind = (typeof taskKinds)[number]

export const Task = Type.Object({
  kind: Type.Enum(taskKinds, { description: 'More may come later' }),
  questId: Nullable(Type.String()),
  title: Nullable(Type.String({ description: "The quest's title" })),
  address: Nullable(
    Type.String({ description: 'The person it is about: the farmer, or the inviting giver' }),
  ),
  link: Type.String({ description: 'Its path in the web client' }),
  at: Nullable(Type.String({ format: 'date-time', description: 'When it began to wait' })),
  due: Nullable(
    Type.String({ format: 'date-time', description: 'When it is too late, or happens by itself' }),
  ),
  stake: Type.Optional(
    Nullable(
      Type.Object(
        { amount: Type.String({ description: 'Exact digits' }), token: Type.String() },
        {
          description:
            "The quest's pay for each place; for a deposit, the whole sum to be paid in; for a thanks, what is promised",
        },
      ),
    ),
  ),
  count: Type.Integer({
    description: 'The number of things it stands for: all unread letters, or the applications for the quest',
  }),
})
export type Task = Static<typeof Task>

const count = Type.Integer()
const eachKind = Object.fromEntries(taskKinds.map(kind => [kind, count])) as Record<TaskKind, typeof count>

/** The number of tasks of each kind; a thousand stands for that many or more. */
export const TaskCounts = Type.Object(eachKind, {
  description: 'The number of each kind; 1000 stands for that many or more',
})
export type TaskCounts = Static<typeof TaskCounts>

export const TaskList = Type.Object({
  tasks: Type.Array(Task, { description: 'The first due come first, then the newest' }),
  counts: TaskCounts,
  places: Type.Optional(PlacesHeld),
})
export type TaskList = Static<typeof TaskList>

export const TaskQuery = Type.Object({
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$', description: '1 to 100' })),
})
export type TaskQuery = Static<typeof TaskQuery>
