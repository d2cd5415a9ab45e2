import { once } from 'node:events'
import type { Server } from './servers.ts'

export type Turns = { readonly longestMs: number; readonly p99Ms: number }

export async function askMonitor({ child }: Server): Promise<Turns> {
  const answer = once(child, 'message')
  child.send('how long were the turns?')
  const [turns] = await answer
  return turns as Turns
}
