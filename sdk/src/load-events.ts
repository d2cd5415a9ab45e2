import type { LiveEvent } from './contract/events.ts'
import type { EventOptions } from './events.ts'
import { loadPart } from './load-part.ts'
import type { Connection } from './transport.ts'

/** Loaded only by listeners. */
export async function* loadEvents(
  connection: Connection,
  options?: EventOptions,
): AsyncGenerator<LiveEvent, void> {
  const { listen } = await loadPart(() => import('./events.ts'))
  yield* listen(connection, options)
}
