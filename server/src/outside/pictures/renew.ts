import { day, hour, minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { TooManyRequestsError, UnavailableError } from '../../ground/errors.ts'
import { createAllowance } from '../../ground/http/allowance.ts'
import { holderOf } from '../../ground/http/networks.ts'
import { createTurns } from '../../ground/http/turns.ts'
import { oneFor } from '../../ground/one-for.ts'
import { findKept, type Kept, keep, logo, putOff, type Subject } from './kept.ts'
import { ProblemError } from './problem-error.ts'
import type { Squares } from './square.ts'

/** Strangers choose the addresses, and ask for the pictures: all of it is bounded, in each process. */
const most = {
  atOnce: 6,
  /** Requests that wait for a picture, also for the same one. */
  waiting: 60,
  inAMinute: 240,
  ofOneNetwork: 120,
  ofOneHost: 60,
}
const keptFor = day
const failureKeptFor = 10 * minute
/** A picture whose host does not answer is shown as it was, for so long; the logo, until its host answers. */
const shownFor = 7 * day

export type Order = {
  readonly subject: Subject
  readonly source: string
  /** null if no other host is asked. */
  readonly host: string | null
  make(): Promise<Squares>
}

const state = oneFor((context: Context) => ({
  turns: createTurns({ ...most, busy: 'Too many pictures are being fetched; try again in a moment.' }),
  making: new Map<string, Promise<void>>(),
  all: createAllowance(context, most.inAMinute, minute),
  networks: createAllowance(context, most.ofOneNetwork, minute),
  hosts: createAllowance(context, most.ofOneHost, minute),
}))

/** Makes the picture once for all who ask meanwhile. @throws UnavailableError or TooManyRequestsError if too many are being made. */
export async function renew(context: Context, ip: string, order: Order, known: Kept | null): Promise<void> {
  const own = state(context)
  const { subject, source, host } = order
  const key = `${subject} ${source}`
  function begin(): Promise<void> {
    own.networks.require(holderOf(ip))
    own.all.require('')
    if (host !== null) own.hosts.require(host)
    const made = make(context, order, known).finally(() => own.making.delete(key))
    own.making.set(key, made)
    return made
  }
  await own.turns.take(ip, async () => {
    const kept = own.making.has(key) ? null : await findKept(context, subject, source)
    // Another request had it made while this one waited for its turn.
    if (kept !== null && context.clock.now() < kept.next_at) return
    await (own.making.get(key) ?? begin())
  })
}

export function isForNow(error: unknown): boolean {
  return error instanceof UnavailableError || error instanceof TooManyRequestsError
}

async function make(context: Context, order: Order, known: Kept | null): Promise<void> {
  const { subject, source } = order
  const { clock, log } = context
  try {
    const { hash, small, large } = await order.make()
    const now = clock.now()
    await keep(context, {
      subject,
      source,
      hash,
      problem: null,
      small: small.toString('base64'),
      large: large.toString('base64'),
      made_at: now,
      next_at: now + keptFor,
    })
  } catch (error) {
    if (!(error instanceof ProblemError)) {
      if (error instanceof UnavailableError) log.error({ err: error }, 'a picture cannot be made')
      throw error
    }
    const now = clock.now()
    const isShown = known?.made_at != null && (subject === logo || now < known.made_at + shownFor)
    if (error.isPassing && isShown) return putOff(context, subject, source, now + hour)
    const nothing = { hash: null, small: null, large: null, made_at: null }
    await keep(context, {
      subject,
      source,
      ...nothing,
      problem: error.message,
      next_at: now + failureKeptFor,
    })
  }
}
