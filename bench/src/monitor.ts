import { once } from 'node:events'
import type { Server } from './servers.ts'

/** The event loop's turns since the last question. */
export type Turns = { readonly longestMs: number; readonly p99Ms: number }

/** Asks a service with `loop-monitor.ts` preloaded. */
export async function askMonitor({ child }: Server): Promise<Turns> {
  const answer = once(child, 'message')
  child.send('how long were the turns?')
  const [turns] = await answer
  return turns as Turns
}
