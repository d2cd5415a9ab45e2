import { hour, minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { TooManyRequestsError } from '../../ground/errors.ts'
import { createAllowance } from '../../ground/http/allowance.ts'
import { oneFor } from '../../ground/one-for.ts'
import type { Hint } from './hint.ts'
import type { Teller } from './teller.ts'

/** The host could be asked, but not for this hint now: it is kept. */
export class HostBusyError extends TooManyRequestsError {
  constructor(retryAfter: number, why: string) {
    super(retryAfter, `${why} This hint is kept, and looked up later by itself.`, { code: 'codehost-quota' })
  }
}

const lookupsOf = ({ config }: Context) => config.codehost?.lookupsAMinute ?? 0
const budgetOf = oneFor((context: Context) => createAllowance(context, lookupsOf(context), minute))

/** Kept hints have a share of their own, or the loudest teller would keep them waiting. @throws HostBusyError */
export function spendLookup(context: Context, hint: Hint, teller: Teller): void {
  requireReserve(context, hint.repoKey)
  if (teller.network !== null) spendNetwork(context, teller.network)
  spend(context, teller.network === null ? `kept ${hint.repoKey}` : `repository ${hint.repoKey}`)
}

/** @throws HostBusyError */
export function spendNetwork(context: Context, network: string): void {
  spend(context, `network ${network}`)
}

/** Previews of a repository have a share of their own, so that they keep no hint waiting. @throws TooManyRequestsError */
export function spendPreview(context: Context, { repoKey }: Hint, network: string): void {
  const budget = budgetOf(context)
  const wait =
    untilReserve(context, repoKey) ?? budget.take(`network ${network}`) ?? budget.take(`preview ${repoKey}`)
  if (wait !== null)
    throw new TooManyRequestsError(
      wait,
      `The code host can be asked about this again in ${wait} seconds: previews of a network, and of a repository, are counted.`,
    )
}

function spend(context: Context, key: string): void {
  const wait = budgetOf(context).take(key)
  if (wait !== null)
    throw new HostBusyError(wait, `More than ${lookupsOf(context)} merges were told of in a minute.`)
}

/** One wallet imports no more in a minute than one network may ask for. @throws TooManyRequestsError */
export function spendImport(context: Context, caller: string, ourRepo: string | null): void {
  const low = ourRepo === null ? null : untilReserve(context, ourRepo)
  if (low !== null)
    throw new TooManyRequestsError(
      low,
      'The code host can be asked only a little more for now; try again later.',
      { code: 'codehost-quota' },
    )
  const wait = budgetOf(context).take(`wallet ${caller}`)
  if (wait !== null)
    throw new TooManyRequestsError(
      wait,
      `You have imported ${lookupsOf(context)} issues in a minute, which is the most.`,
      { code: 'codehost-quota' },
    )
}

/** Questions about many repositories have one share together for each purpose: strangers choose the repositories. */
export function mayLookUp(context: Context, repo: string, purpose: 'trust lists' | 'names'): boolean {
  return untilReserve(context, repo) === null && budgetOf(context).take(purpose) === null
}

/** The reserve of the host's quota is for work that is about to be paid, and for callers who sign. */
function requireReserve(context: Context, repo: string): void {
  const wait = untilReserve(context, repo)
  if (wait !== null) throw new HostBusyError(wait, 'The code host can be asked only a little more for now.')
}

/** Seconds until there is more than the reserve for questions about a repository; null where there is. */
export function untilReserve({ clock, codehost, config }: Context, repo: string): number | null {
  const now = clock.now()
  const reserve = config.codehost?.reserve ?? 0
  const low = (codehost?.readQuotas(repo) ?? []).filter(
    ({ limit, remaining, resetAt }) => resetAt > now && remaining < limit * reserve,
  )
  if (low.length === 0) return null
  const wait = Math.min(hour, Math.max(...low.map(({ resetAt }) => resetAt - now)))
  return Math.ceil(wait / 1_000)
}
