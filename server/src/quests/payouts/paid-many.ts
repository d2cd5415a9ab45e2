import type { PaidMany, PaidWork } from '@furrow/sdk/contract'
import pLimit from 'p-limit'
import { type Address, checksum, toAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { HttpError } from '../../ground/errors.ts'
import type { Via } from '../../rules/lifecycle/commands/sent.ts'
import { findQuestRow } from '../board/one-quest.ts'
import { lookFor } from '../rails/ledger-rail/take-payment.ts'
import type { Look } from '../rails/rail.ts'
import { railOf } from '../rails/rails.ts'

const farmersAtOnce = 4

/**
 * Shows one transaction for several works: the chain is looked at once, and each work is judged by itself. Asked again after
 * a failure, it goes on where it stopped.
 * @throws TooManyRequestsError; UnavailableError where the chain cannot be asked.
 */
export async function showPaidMany(
  context: Context,
  caller: Address,
  shown: PaidMany,
  via: Via,
): Promise<PaidWork[]> {
  return showWorks(context, caller, shown, { via, look: lookFor(context, caller) })
}

type How = { readonly look: Look; readonly via: Via; readonly proposal?: string }

/** As `showPaidMany`; with a proposal, as the treasury's payment. */
export async function showWorks(
  context: Context,
  caller: Address,
  { works, ...transaction }: PaidMany,
  how: How,
): Promise<PaidWork[]> {
  const limit = pLimit(farmersAtOnce)
  const indexed = works.map(({ questId, farmer }, index) => ({ questId, farmer: toAddress(farmer), index }))
  const answers = await Promise.all(
    [...Map.groupBy(indexed, ({ farmer }) => farmer).values()].map(ofFarmer =>
      limit(async () => {
        const judged: (PaidWork & { readonly index: number })[] = []
        // One after the other: the works of one farmer share what the transaction moved to them.
        for (const { index, ...work } of ofFarmer)
          judged.push({ index, ...(await show(context, caller, work, { ...transaction, ...how })) })
        return judged
      }),
    ),
  )
  return answers
    .flat()
    .toSorted((a, b) => a.index - b.index)
    .map(({ index: _, ...answer }) => answer)
}

type Work = { readonly questId: string; readonly farmer: Address }
type Shown = Omit<PaidMany, 'works'> & How

async function show(
  context: Context,
  caller: Address,
  { questId, farmer }: Work,
  { chainId, ...shown }: Shown,
): Promise<PaidWork> {
  const about = { questId, farmer: checksum(farmer) }
  try {
    const quest = await findQuestRow(context.db, questId)
    const transaction = { ...shown, farmer, chainId: chainId ?? null }
    await railOf(quest).takePayment(context, caller, quest, transaction, null)
    return { ...about, status: await readStatus(context, { questId, farmer }), error: null, code: null }
  } catch (error) {
    if (!(error instanceof HttpError) || error.statusCode === 429 || error.statusCode >= 500) throw error
    return { ...about, status: 'refused', error: error.message, code: error.code }
  }
}

async function readStatus({ db }: Context, { questId, farmer }: Work): Promise<PaidWork['status']> {
  const { payment } = await db
    .selectFrom('assignments')
    .select('payment')
    .where('quest_id', '=', questId)
    .where('farmer', '=', farmer)
    .executeTakeFirstOrThrow()
  return payment ?? 'waits-for-farmer'
}
