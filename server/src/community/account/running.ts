import type { RunningWork } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { ChangedError } from '../../ground/errors.ts'
import { placeOfPayee } from '../../quests/rails/chain-rail/payees.ts'
import { unfinishedStatuses } from '../../rules/lifecycle/quest.ts'

const most = 100
const named = 5

/** Work that has to end before they leave, since others or their own funds depend on it: a hundred of each kind. */
export async function listRunning(
  db: Db,
  { platformWallet, genesisCreator }: Pick<Context['config'], 'platformWallet' | 'genesisCreator'>,
  address: Address,
): Promise<RunningWork[]> {
  const running: RunningWork[] = []
  if (address === platformWallet || address === genesisCreator)
    running.push({ kind: 'service', questId: null, title: null })
  for (const [kind, rows] of Object.entries(found(address)) as [RunningWork['kind'], RawBuilder<Row>][]) {
    const { rows: some } =
      await sql<Row>`select id, title from (${rows}) as r order by id limit ${sql.lit(most)}`.execute(db)
    running.push(...some.map(({ id, title }) => ({ kind, questId: id, title })))
  }
  return running
}

type Row = { readonly id: string; readonly title: string }

function found(address: Address): Partial<Record<RunningWork['kind'], RawBuilder<Row>>> {
  const workOf = (party: 'farmer' | 'giver', condition: RawBuilder<unknown>) => sql<Row>`
    select q.id, q.title from assignments a join quests q on q.id = a.quest_id
    where a.${sql.ref(party)} = ${address} and ${condition}`
  return {
    // One select for each status: to sort them all, SQLite would rather scan everything that they gave.
    quest: sql.join(
      unfinishedStatuses.map(
        status => sql`select id, title from quests where giver = ${address} and status = ${sql.lit(status)}`,
      ),
      sql` union all `,
    ) as RawBuilder<Row>,
    place: sql`${workOf('farmer', sql`a.status in ('accepted', 'in-review')`)} union
      select q.id, q.title from team_members t join quests q on q.id = t.quest_id
      where t.member = ${address} and t.agreed_at is not null union
      select q.id, q.title from contest_entries e join quests q on q.id = e.quest_id
      where e.farmer = ${address} and e.outcome is null and (e.prize is not null or e.part is not null)`,
    dispute: workOf('farmer', sql`a.status = 'disputed'`),
    application: sql`select q.id, q.title from applications a join quests q on q.id = a.quest_id
      where a.farmer = ${address} and a.status = 'pending'`,
    payment: sql`
      ${workOf('farmer', sql`a.payment = 'confirming'`)} union
      ${workOf('giver', sql`a.payment = 'confirming'`)}`,
    call: sql`select distinct q.id, q.title from escrow_calls c join quests q on q.id = c.quest_id
      where c.contract in (select contract from escrow_contracts) and c.state in ('queued', 'sent')
        and (q.giver = ${address} or ${placeOfPayee('c.quest_id', 'c.farmer')} = ${address})`,
  }
}

const words: Readonly<Record<RunningWork['kind'], string>> = {
  quest: 'your quest is not over',
  place: 'you have work under way in',
  dispute: 'your work is disputed in',
  application: 'your application waits for',
  payment: 'a payment is still looked up of',
  call: 'the contract still has to be told of',
  service: 'this wallet runs the service',
}

/** @throws ChangedError with a sentence that names what still runs. */
export function requireNothingRunning(running: readonly RunningWork[]): void {
  if (running.length === 0) return
  const told = [...Map.groupBy(running, ({ kind }) => kind)].map(([kind, some]) => {
    const ids = some.flatMap(({ questId }) => questId ?? [])
    const more = ids.length > named ? ` and ${ids.length - named} more` : ''
    return ids.length === 0 ? words[kind] : `${words[kind]}: ${ids.slice(0, named).join(', ')}${more}`
  })
  throw new ChangedError(`You can leave when this has ended: ${told.join('; ')}.`, { code: 'work-running' })
}
