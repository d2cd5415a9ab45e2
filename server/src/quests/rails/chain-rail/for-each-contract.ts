import type { Escrow } from '../../../ground/clients/escrow.ts'
import type { Context } from '../../../ground/context.ts'
import type { Duty } from '../../../ground/duty.ts'

type OfContract = {
  readonly name: string
  every(escrow: Escrow): number
  round(context: Context, escrow: Escrow): Promise<number>
}

/** A duty towards each escrow contract: none of them waits for another, or fails with it. */
export function forEachContract({ name, every, round }: OfContract): Duty {
  const dutyTo = (escrow: Escrow): Duty => ({
    name,
    about: escrow.id,
    every: () => every(escrow),
    round: context => round(context, escrow),
  })
  return {
    name,
    every: ({ escrows }) => Math.min(...escrows.all.map(every)),
    parts: ({ escrows }) => escrows.all.map(dutyTo),
    /** @throws the error of one that failed, when all are done. */
    async round(context) {
      const rounds = await Promise.allSettled(context.escrows.all.map(escrow => round(context, escrow)))
      const failed = rounds.find(({ status }) => status === 'rejected')
      if (failed !== undefined) throw (failed as PromiseRejectedResult).reason
      return rounds.reduce((sum, done) => sum + (done as PromiseFulfilledResult<number>).value, 0)
    },
  }
}
