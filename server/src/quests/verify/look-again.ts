import { toLog } from '@furrow/storage/outage.ts'
import type { MergeRefusalTable } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import type { Context } from '../../ground/context.ts'
import type { Duty } from '../../ground/duty.ts'
import { HttpError } from '../../ground/errors.ts'
import { verifyMerge } from './verify.ts'

const atOnce = 50

/** A pull request that was told of since the refusal may be merged now. */
export const lookAgain: Duty = {
  name: 'look again at pull requests that proved nothing',
  soonest: (_, until) => sql`(select min(until) from merge_refusals where until <= ${until})`,
  async round(context) {
    const { db, clock } = context
    const over = await db
      .selectFrom('merge_refusals')
      .selectAll()
      .where('until', '<=', clock.now())
      .orderBy('until')
      .limit(atOnce)
      .execute()
    await Promise.all(over.map(refusal => forget(context, refusal)))
    return 0
  },
}

async function forget(context: Context, refusal: MergeRefusalTable): Promise<void> {
  const { repo_key, pull_request: pr, until } = refusal
  // The process that deletes it looks.
  const { numDeletedRows } = await context.db
    .deleteFrom('merge_refusals')
    .where('repo_key', '=', repo_key)
    .where('pull_request', '=', pr)
    .where('until', '=', until)
    .executeTakeFirst()
  if (numDeletedRows === 0n || refusal.told_again === 0) return
  const teller = { network: null, digest: refusal.teller, signed: false }
  try {
    await verifyMerge(context, { repo: refusal.repository, pr }, teller)
  } catch (error) {
    if (!(error instanceof HttpError))
      context.log.error({ ...toLog(error), pr }, 'a pull request could not be looked up again')
  }
}
