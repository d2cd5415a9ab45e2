import type { TaskCounts, TaskList, TaskQuery } from './contract/index.ts'
import { type Connection, requestPage } from './transport.ts'

/** Tasks that wait for you. */
export const tasks = (connection: Connection) => ({
  /** Tasks that wait for you, the first to fall due first. */
  list: async (query: TaskQuery = {}): Promise<TaskList> =>
    (await requestPage<TaskList>(connection, '/tasks', query)).items,
  /** How much waits for you, of each kind. */
  counts: async (): Promise<TaskCounts> =>
    (await requestPage<TaskCounts>(connection, '/tasks/counts', {})).items,
})
