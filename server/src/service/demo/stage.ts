import { createFurrow, type Furrow } from '@furrow/sdk'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { day, hour } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { whatIsDue } from '../daemon/duties.ts'
import type { PastClock } from './past-clock.ts'
import { type Name, personNamed } from './people.ts'

export type Actor = {
  readonly address: `0x${string}`
  readonly account: PrivateKeyAccount
  readonly furrow: Furrow
}

/** People who act through the service's own routes, while the time passes as fast as it is told to. */
export type Stage = {
  readonly now: () => number
  as(name: Name): Promise<Actor>
  /** Lets days pass; all that falls due meanwhile happens on its day. */
  pass(days: number): Promise<void>
}

export function setStage(context: Context, clock: PastClock, baseUrl: string): Stage {
  const signedIn = new Map<Name, { actor: Actor; until: number }>()
  return {
    now: clock.now,
    async as(name) {
      const known = signedIn.get(name)
      if (known !== undefined && clock.now() < known.until) return known.actor
      const { address, key } = personNamed(name)
      const account = privateKeyToAccount(key)
      const furrow = createFurrow({ baseUrl })
      await furrow.signIn({ account, signMessage: ({ message }) => account.signMessage({ message }) })
      const actor = { address, account, furrow }
      signedIn.set(name, { actor, until: clock.now() + 20 * hour })
      return actor
    },
    async pass(days) {
      for (let left = days; left > 0; left--) {
        clock.pass(Math.min(1, left) * day)
        // One duty may clear a payment that an earlier duty pays.
        for (const duty of [...whatIsDue, ...whatIsDue.slice(0, 1)]) await duty.round(context)
      }
    },
  }
}
