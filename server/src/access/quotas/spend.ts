import type { Db } from '@furrow/storage/db.ts'
import { inOneBatch } from '@furrow/storage/in-one-batch.ts'
import { isOverspent } from '@furrow/storage/overspent.ts'
import type { Outcome } from '@furrow/storage/queue.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import type { HttpError } from '../../ground/errors.ts'
import { dayOf, mostOf, type QuotaKind, refusalOf, type Spend } from './kinds.ts'
import { recallSpent, rememberSpent } from './spent.ts'

type Settings = Pick<Context, 'config' | 'clock'>

/** The database refuses all writes where a spend is too much: it costs one more row, and holds however many write at once. */
export function writeSpends(writes: Writes, { config, clock }: Settings, spends: readonly Spend[]): void {
  for (const same of Map.groupBy(spends, ({ address, kind }) => `${address} ${kind}`).values()) {
    const [{ address, kind }] = same as [Spend]
    const day = dayOf(kind, clock.now())
    writes.spend({ address, kind, day, used: unitsOf(same), most: mostOf(kind, config.quotas) })
  }
}

export function writeReturns(writes: Writes, kind: QuotaKind, addresses: readonly Address[]): void {
  returnSpends(
    writes,
    addresses.map(address => ({ address, kind })),
  )
}

export function returnSpends(writes: Writes, spends: readonly Spend[]): void {
  for (const same of Map.groupBy(spends, ({ address, kind }) => `${address} ${kind}`).values()) {
    const [{ address, kind }] = same as [Spend]
    writes.add('quotas', ['address', 'kind', 'day'], { address, kind, day: 0, used: -unitsOf(same) })
  }
}

function unitsOf(spends: readonly Spend[]): number {
  return spends.reduce((sum, { amount = 1 }) => sum + amount, 0)
}

export function writeReturn(writes: Writes, { address, kind, amount = 1 }: Spend): void {
  writes.add('quotas', ['address', 'kind', 'day'], { address, kind, day: 0, used: -amount })
}

/** Checks, before costly work, that there is room for its spends. @throws TooManyRequestsError */
export async function requireRoom(context: Context, spends: readonly Spend[]): Promise<void> {
  const { clock, config, db } = context
  const known = recallSpent(context, spends)
  if (known !== null) throw known
  for (const { address, kind, amount = 1 } of spends) {
    const most = mostOf(kind, config.quotas)
    const now = clock.now()
    if ((await readUsed(db, address, kind, now)) + amount > most) throw refusalOf(kind, most, now)
  }
}

/** One that is too much fails alone and harms no other; a used-up day is remembered, and costs nothing more. */
export async function withinQuotas<T, R>(
  context: Context,
  items: readonly T[],
  spendsOf: (item: T) => readonly Spend[],
  act: (items: readonly T[]) => Promise<readonly Outcome<R>[]>,
): Promise<readonly Outcome<R>[]> {
  const refused = items.map(item => recallSpent(context, spendsOf(item)))
  const open = items.filter((_, index) => refused[index] === null)
  const done = open.length === 0 ? [] : await inOneBatch(open, some => spend(context, some, spendsOf, act))
  let next = 0
  return refused.map(error => (error === null ? (done[next++] as Outcome<R>) : { error }))
}

export async function withinQuota<R>(
  context: Context,
  spend: Spend,
  act: (spend: Spend) => Promise<R>,
): Promise<R> {
  return withinEach(context, [spend], () => act(spend))
}

export async function withinEach<R>(
  context: Context,
  spends: readonly Spend[],
  act: () => Promise<R>,
): Promise<R> {
  const [outcome] = await withinQuotas(
    context,
    [spends],
    spends => spends,
    async () => [{ value: await act() }],
  )
  if (outcome === undefined || 'error' in outcome) throw outcome?.error
  return outcome.value
}

async function spend<T, R>(
  context: Context,
  items: readonly T[],
  spendsOf: (item: T) => readonly Spend[],
  act: (items: readonly T[]) => Promise<readonly Outcome<R>[]>,
): Promise<readonly Outcome<R>[]> {
  const [first] = items as [T]
  // After a failed batch each item comes here by itself: the first may have found the cause already.
  const known = items.length === 1 ? recallSpent(context, spendsOf(first)) : null
  if (known !== null) throw known
  try {
    return await act(items)
  } catch (error) {
    if (items.length > 1 || !isOverspent(error)) throw error
    throw await findRefusal(context, spendsOf(first))
  }
}

async function findRefusal(context: Context, spends: readonly Spend[]): Promise<HttpError> {
  const { clock, config, db } = context
  const now = clock.now()
  for (const { address, kind, amount = 1 } of spends) {
    const most = mostOf(kind, config.quotas)
    const used = await readUsed(db, address, kind, now)
    if (used + amount <= most) continue
    // A smaller spend may still have room.
    if (used >= most) rememberSpent(context, { address, kind })
    return refusalOf(kind, most, now)
  }
  const { kind } = spends[0] as Spend
  return refusalOf(kind, mostOf(kind, config.quotas), now)
}

async function readUsed(db: Db, address: Address, kind: QuotaKind, now: number): Promise<number> {
  const row = await db
    .selectFrom('quotas')
    .select('used')
    .where('address', '=', address)
    .where('kind', '=', kind)
    .where('day', '=', dayOf(kind, now))
    .executeTakeFirst()
  return row?.used ?? 0
}
