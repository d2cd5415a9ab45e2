import type { Address } from '../../ground/address.ts'
import { type Clock, second } from '../../ground/clock.ts'
import type { Way } from './take.ts'

export type Sending = {
  readonly channel: string
  readonly address: Address
  readonly host: string
  readonly way: Way
  readonly isSound: boolean
}

/**
 * Bounds on what is sent at once: in all, for each wallet, and to each host. A slow receiver holds a quick place for two
 * seconds; then it counts for its wallet alone, so that nobody else's message waits for it. E-mail has places of its own: its
 * one host is the mail server of this service, whoever's mailbox it is for.
 */
const most = { inAll: 256, quick: 32, unsound: 16, ofWallet: 2, quickOfHost: 16, unsoundOfHost: 4 }
const mostMails = { ...most, inAll: 16, unsound: 16, quickOfHost: 16, unsoundOfHost: 16 }
type Places = typeof most
const quickFor = 2 * second

export function createPool(clock: Pick<Clock, 'elapsed'>) {
  const underWay = new Map<string, { sending: Sending; since: number; done: Promise<void> }>()
  return {
    get size() {
      return underWay.size
    },
    /** Candidates that get a turn now: first one of each wallet, and of those the first ones first. */
    choose<T extends Sending>(candidates: readonly T[]): T[] {
      return (['mail', 'web'] as const).flatMap(way => {
        const all = [...underWay.values()].filter(({ sending }) => sending.way === way)
        const quick = all.filter(({ since }) => clock.elapsed() < since + quickFor)
        return chooseAmong(
          candidates.filter(one => one.way === way),
          all.map(({ sending }) => sending),
          quick.map(({ sending }) => sending),
          way === 'mail' ? mostMails : most,
        )
      })
    },
    /** `work` must never fail. */
    add(sending: Sending, work: Promise<void>): void {
      const done = work.finally(() => underWay.delete(sending.channel))
      underWay.set(sending.channel, { sending, since: clock.elapsed(), done })
    },
    done: () => [...underWay.values()].map(({ done }) => done),
  }
}

export type Pool = ReturnType<typeof createPool>

function chooseAmong<T extends Sending>(
  candidates: readonly T[],
  busy: Sending[],
  quick: Sending[],
  most: Places,
): T[] {
  const chosen: T[] = []
  for (let ofWallet = 1; ofWallet <= most.ofWallet; ofWallet++)
    for (const one of candidates) {
      if (busy.length >= most.inAll || quick.length >= most.quick) return chosen
      if (busy.some(({ channel }) => channel === one.channel)) continue
      if (!hasRoom(one, { busy, quick, ofWallet }, most)) continue
      for (const list of [chosen, busy, quick]) list.push(one)
    }
  return chosen
}

function hasRoom(
  { address, host, isSound }: Sending,
  { busy, quick, ofWallet }: { busy: readonly Sending[]; quick: readonly Sending[]; ofWallet: number },
  most: Places,
): boolean {
  const unsound = busy.filter(one => !one.isSound)
  return (
    busy.filter(one => one.address === address).length < ofWallet &&
    quick.filter(one => one.host === host).length < most.quickOfHost &&
    (isSound ||
      (unsound.length < most.unsound && unsound.filter(one => one.host === host).length < most.unsoundOfHost))
  )
}
