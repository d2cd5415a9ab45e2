import { second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { HttpError } from '../../ground/errors.ts'
import { oneFor } from '../../ground/one-for.ts'
import { dayOf, mostOf, refusalOf, type Spend } from './kinds.ts'

const mostRemembered = 10_000
/** Quotas at once may be freed at any moment: they are remembered only to keep a flood from the database. */
const briefly = second

const memoryOf = oneFor((_: Context) => new Map<string, number>())

export function rememberSpent(context: Context, spend: Spend): void {
  const memory = memoryOf(context)
  const now = context.clock.now()
  memory.set(keyOf(spend, now), dayOf(spend.kind, now) === 0 ? now + briefly : Number.POSITIVE_INFINITY)
  for (const oldest of memory.keys()) if (memory.size > mostRemembered) memory.delete(oldest)
}

export function recallSpent(context: Context, spends: readonly Spend[]): HttpError | null {
  const memory = memoryOf(context)
  const now = context.clock.now()
  const spent = spends.find(spend => (memory.get(keyOf(spend, now)) ?? now) > now)
  return spent === undefined ? null : refusalOf(spent.kind, mostOf(spent.kind, context.config.quotas), now)
}

function keyOf({ address, kind }: Spend, now: number): string {
  return `${address} ${kind} ${dayOf(kind, now)}`
}
