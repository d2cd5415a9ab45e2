import type { Assignment, SplitAccount } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { AssignmentRow, QuestRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import { checksum } from '../../ground/address.ts'
import { splitAddressOf } from '../../ground/clients/split-account.ts'
import { liveStatuses } from '../../rules/lifecycle/quest.ts'
import { isAgreed } from '../../rules/lifecycle/team.ts'
import { toSplit } from '../change/payee-rows.ts'
import { readState } from '../change/place-state.ts'
import { teamOf } from '../change/work-rows.ts'
import { splitOf } from '../change/write-chain.ts'
import { showSplit } from '../rails/chain-rail/payees.ts'

type Row = Pick<AssignmentRow, 'farmer' | 'status' | 'state'>

/** Places shared on chain, once all members agreed, and the one of a contest's prizes, with the account that pays. */
export async function withSplits(
  db: Db,
  { id, rail, contest }: Pick<QuestRow, 'id' | 'rail' | 'contest'>,
  rows: readonly Row[],
  amountEach: string | undefined,
  farmers: readonly Assignment[],
): Promise<readonly Assignment[]> {
  if (rail !== 'chain' || amountEach === undefined || farmers.length === 0) return farmers
  const splits = new Map<string, SplitAccount>()
  if (contest !== null || rows.some(({ status }) => status === 'released'))
    for (const [farmer, split] of await readShared(db, id, contest === null ? 'share' : 'propose'))
      splits.set(farmer, split)
  for (const row of contest === null ? rows : []) {
    if (!liveStatuses.some(status => status === row.status)) continue
    const split = splitAhead(id, row, amountEach)
    const farmer = checksum(row.farmer)
    if (split === null) splits.delete(farmer)
    else splits.set(farmer, split)
  }
  if (splits.size === 0) return farmers
  return farmers.map(farmer => {
    const isPlace = farmer.memberOf === undefined || farmer.memberOf.farmer === null
    const split = isPlace ? splits.get(farmer.address) : undefined
    return split === undefined ? farmer : { ...farmer, split }
  })
}

/** The account that pays the members of a place, whose reward is `amountEach` units; null where no team shares it. */
export function splitAhead(
  questId: string,
  { farmer, state }: Pick<Row, 'farmer' | 'state'>,
  amountEach: string,
): SplitAccount | null {
  const team = teamOf(readState(state))
  const { members, splitter } = team
  if (splitter === undefined || !isAgreed(team)) return null
  const split = splitOf(questId, { amountEach: BigInt(amountEach) }, farmer, { members, splitter })
  return showSplit(splitAddressOf(split), split)
}

/** Newest accounts of paid places and fixed prizes; none with a payee who left, since nobody is told their wallet. */
async function readShared(
  db: Db,
  questId: string,
  since: 'share' | 'propose',
): Promise<Map<string, SplitAccount>> {
  const rows = await db
    .selectFrom('escrow_payees as p')
    .selectAll('p')
    .where('p.quest_id', '=', questId)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('pseudonyms as w')
            .select('w.address')
            .whereRef('w.quest_id', '=', 'p.quest_id')
            .where(sql<boolean>`p.payees like '%' || w.address || '%'`),
        ),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('escrow_calls as c')
          .select('c.id')
          .whereRef('c.quest_id', '=', 'p.quest_id')
          .whereRef('c.farmer', '=', 'p.account')
          .where('c.kind', '=', since),
      ),
    )
    .orderBy('p.at')
    .execute()
  return new Map(rows.map(row => [checksum(row.farmer), showSplit(row.account, toSplit(row))]))
}
