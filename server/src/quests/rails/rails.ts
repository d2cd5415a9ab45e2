import type { QuestRow, Rail as RailName } from '@furrow/storage/tables.ts'
import type { Context } from '../../ground/context.ts'
import { chainRail } from './chain-rail/chain-rail.ts'
import { ledgerRail } from './ledger-rail/ledger-rail.ts'
import type { Holds, Rail, Service, ShownFunds } from './rail.ts'

const rails: Readonly<Record<RailName, Rail>> = { ledger: ledgerRail, chain: chainRail }

export function railOfNew({ escrows }: Pick<Context, 'escrows'>): RailName {
  return escrows.first === null ? 'ledger' : 'chain'
}

export function railOf({ rail }: Pick<QuestRow, 'rail'>): Rail {
  return rails[rail]
}

type OnRail = Pick<QuestRow, 'id' | 'rail'>

export function showFunds(
  service: Service,
  quests: readonly OnRail[],
): Promise<ReadonlyMap<string, ShownFunds>> {
  return fromEach(quests, (rail, ids) => rail.show(service, ids))
}

export function readHolds(service: Service, quests: readonly OnRail[]): Promise<Holds> {
  return fromEach(quests, (rail, ids) => rail.readHolds(service, ids))
}

async function fromEach<T>(
  quests: readonly OnRail[],
  read: (rail: Rail, ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<ReadonlyMap<string, T>> {
  const byRail = Map.groupBy(quests, ({ rail }) => rail)
  const found = await Promise.all(
    [...byRail].map(([name, some]) =>
      read(
        rails[name],
        some.map(({ id }) => id),
      ),
    ),
  )
  return new Map(found.flatMap(some => [...some]))
}
