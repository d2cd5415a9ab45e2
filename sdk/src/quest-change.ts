import type { Quest, QuestChange } from './contract/index.ts'
import { type ChangeOptions, type Connection, requestOnce } from './transport.ts'

/** Asks something of a quest, once however often it is sent; the answer is the quest after it. */
export const changeQuest =
  (connection: Connection) =>
  (body: QuestChange, options?: ChangeOptions): Promise<Quest> =>
    requestOnce<Quest>(connection, 'PATCH', '/quests', body, options)
