import type { Quest, QuestChange } from './contract/index.ts'
import { type ChangeOptions, type Connection, requestOnce } from './transport.ts'

/** Asks something of a quest, once however often it is sent; the answer is the quest after it. */
export const changeQuest =
  (connection: Connection) =>
  (body: QuestChange, options?: ChangeOptions): Promise<Quest> =>
    requestOnce<Quest>(connection, 'PATCH', '/quests', body, options)

/** An action whose arguments are named; or given one by one, as released clients have it. */
export type Named<Given, Single extends unknown[]> = {
  (given: Given, options?: ChangeOptions): Promise<Quest>
  (...given: [...single: Single, options?: ChangeOptions]): Promise<Quest>
}

/** `names` are the arguments behind the quest's id, in the order in which they are given one by one. */
export function named<Given, Single extends unknown[]>(
  connection: Connection,
  action: QuestChange extends infer Change ? (Change extends { action: infer Name } ? Name : never) : never,
  names: readonly (keyof Given)[],
): Named<Given, Single> {
  const change = changeQuest(connection)
  return (...given: unknown[]) => {
    const [first] = given
    if (typeof first === 'object') {
      const [what, options] = given as [object, ChangeOptions?]
      return change({ ...what, action } as QuestChange, options)
    }
    const what: Record<string, unknown> = { questId: first, action }
    for (const [index, name] of names.entries()) what[name as string] = given[index + 1]
    return change(what as QuestChange, given[names.length + 1] as ChangeOptions | undefined)
  }
}
