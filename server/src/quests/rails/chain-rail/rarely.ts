import { toLog } from '@furrow/storage/outage.ts'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import { minute } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import type { Sample } from '../../../ground/http/figures.ts'
import { inTime } from '../../../ground/in-time.ts'
import { oneFor } from '../../../ground/one-for.ts'

const freshFor = 5 * minute
/** Less than a collector of figures waits: a chain that hangs takes along its own alone. */
const patience = 800

type Read = { readonly at: number; readonly samples: Promise<readonly Sample[]> }

/** Contract metrics read from the chain, cached for five minutes; those of a chain that does not answer are left out. */
export function rarely(
  read: (context: Context, escrow: Escrow) => Promise<readonly Sample[]>,
): (context: Context) => Promise<readonly Sample[]> {
  const lastOf = oneFor((_: Escrow) => ({ read: null as Read | null }))
  const readOf = (context: Context, escrow: Escrow) => {
    const last = lastOf(escrow)
    const now = context.clock.now()
    if (last.read !== null && Math.abs(now - last.read.at) < freshFor) return last.read.samples
    const samples = read(context, escrow)
    last.read = { at: now, samples }
    // The next request tries again.
    samples.catch(error => {
      context.log.warn(
        { ...toLog(error), contract: escrow.id },
        'figures of an escrow contract could not be read',
      )
      if (last.read?.samples === samples) last.read = null
    })
    return samples
  }
  return async context => {
    const of = context.escrows.all.map(escrow => inTime(readOf(context, escrow), patience).catch(() => []))
    return (await Promise.all(of)).flat()
  }
}
