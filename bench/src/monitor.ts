import { once } from 'node:events'
import type { Server } from './servers.ts'

/** How long turns of the event loop were since it was last asked. */
export type Turns = { readonly longestMs: number; readonly p99Ms: number }

/** Asks a service into which `loop-monitor.ts` is preloaded. */
export async function askMonitor({ child }: Server): Promise<Turns> {
  const answer = once(child, 'message')
  child.send('how long were the turns?')
  const [turns] = await answer
  return turns as Turns
}
