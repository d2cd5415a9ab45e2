import type { Db } from '@furrow/storage/db.ts'
import { OutdatedError } from '@furrow/storage/transaction.ts'
import { addAndRead } from '@furrow/storage/write-all.ts'
import type { DeedDone } from '../../rules/lifecycle/deeds.ts'
import type { Rules } from '../../rules/lifecycle/rules.ts'
import type { Knowledge } from './load-known.ts'

/**
 * Holds the places of these farmers, and of their accounts, until the commit. Where another process gave one of them a
 * place since their places were counted, all of it is decided again. Without a ladder, only the quests in `limiting` go by how
 * many places a farmer has.
 */
export async function holdPlaces(
  trx: Db,
  { ladder }: Rules,
  { takes }: Pick<Knowledge, 'takes'>,
  done: readonly DeedDone[],
  limiting: ReadonlySet<string>,
): Promise<void> {
  const before = new Map<string, number>()
  const more = new Map<string, number>()
  const raise = (taker: string, known: number) => {
    before.set(taker, known)
    more.set(taker, (more.get(taker) ?? 0) + 1)
  }
  for (const { questId, deed } of done) {
    if (deed.kind !== 'accepted' || !(ladder.length > 0 || limiting.has(questId))) continue
    const known = takes.get(deed.farmer)
    // A prize is a place that is over with the same commit: nobody asked how many places its winner has.
    if (known === undefined) continue
    raise(deed.farmer, known.takes)
    if (known.account !== null) raise(known.account, known.accountTakes)
  }
  if (more.size === 0) return
  const rows = [...more].map(([taker, takes]) => ({ taker, takes }))
  for (const { taker, takes } of await addAndRead(trx, 'place_takers', ['taker'], rows))
    if (takes !== (before.get(taker) ?? 0) + (more.get(taker) ?? 0))
      throw new OutdatedError('a farmer was given a place meanwhile')
}
