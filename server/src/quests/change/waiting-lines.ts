import { createQueue, type Outcome } from '@furrow/storage/queue.ts'
import pLimit from 'p-limit'
import type { Changed } from './decide-batch.ts'
import type { Request } from './load.ts'

/** Each takes a connection; the pool's others are for everybody else. */
const lines = 3
const most = 32

/** A line for each quest that another transaction holds: commands for it wait in turn. */
export function createWaitingLines(
  run: (requests: readonly Request[]) => Promise<readonly Outcome<Changed>[]>,
): (request: Request) => Promise<Changed> {
  const limit = pLimit(lines)
  const waiting = new Map<string, { join: (request: Request) => Promise<Changed>; count: number }>()
  return async request => {
    const { questId } = request
    const line = waiting.get(questId) ?? {
      join: createQueue('held quests', some => limit(run, some), most),
      count: 0,
    }
    waiting.set(questId, line)
    line.count++
    try {
      return await line.join(request)
    } finally {
      line.count--
      if (line.count === 0) waiting.delete(questId)
    }
  }
}
