import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import type { QuestRow, Rail as RailName } from '../db/tables.ts'
import { chainRail } from './chain-rail/chain-rail.ts'
import { ledgerRail } from './ledger-rail/ledger-rail.ts'
import type { Rail, ShownFunds } from './rail.ts'

const rails: Readonly<Record<RailName, Rail>> = { ledger: ledgerRail, chain: chainRail }

/** The rail that new quests are put on. */
export function railOfNew({ escrow }: Pick<Context, 'escrow'>): RailName {
  return escrow === null ? 'ledger' : 'chain'
}

export function railOf({ rail }: Pick<QuestRow, 'rail'>): Rail {
  return rails[rail]
}

/** What is shown of the funds of each quest, whichever rail it is on. */
export async function showFunds(
  db: Db,
  quests: readonly QuestRow[],
): Promise<ReadonlyMap<string, ShownFunds>> {
  const shown = await Promise.all(
    Object.entries(rails).map(([name, rail]) =>
      rail.show(
        db,
        quests.filter(quest => quest.rail === name),
      ),
    ),
  )
  return new Map(shown.flatMap(funds => [...funds]))
}
