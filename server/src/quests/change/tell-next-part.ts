import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { readLanguages } from '../../people/mail/notices/languages.ts'
import { writeNotice } from '../../people/mail/notices.ts'
import { quiet } from '../../rules/lifecycle/notice.ts'
import { firstRightMs } from '../../rules/lifecycle/plan.ts'

export type Following = {
  readonly before: Pick<QuestRow, 'id' | 'title' | 'released'>
  readonly title: string
}

type Release = { readonly quest_id: string; readonly farmer: Address; readonly released_at: number | null }

/** With the release, or with a later post of the next part, while farmers have it to themselves: nobody hears twice. */
export async function tellNextPart(
  trx: Db,
  writes: Writes,
  context: Pick<Context, 'config' | 'secrets'>,
  all: readonly Following[],
  now: number,
): Promise<void> {
  const following = all.filter(({ before }) => before.released > 0)
  if (following.length === 0) return
  const releases = Map.groupBy(await readReleases(trx, following), ({ quest_id }) => quest_id)
  const told = following.flatMap(({ before: quest, title }) => {
    const own = releases.get(quest.id) ?? []
    const until = Math.min(...own.map(({ released_at }) => released_at ?? now)) + firstRightMs
    if (own.length === 0 || until <= now) return []
    const to = own.map(({ farmer }) => farmer)
    return [{ ...quiet(to, 'next-part', { title, until }), topic: 'payment' as const, quest, at: now }]
  })
  const languages = await readLanguages(
    trx,
    told.flatMap(({ to }) => to),
  )
  for (const notice of told) writeNotice(writes, context, notice, languages)
}

function readReleases(trx: Db, following: readonly Following[]): Promise<Release[]> {
  const ids = following.map(({ before }) => before.id)
  return trx
    .selectFrom('assignments')
    .select(['quest_id', 'farmer', 'released_at'])
    .where(isAmong(trx, 'quest_id', ids))
    .where('status', '=', 'released')
    .where('team_of', 'is', null)
    .execute()
}
