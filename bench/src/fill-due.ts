import { newQuest } from './quest-work.ts'
import { startService } from './servers.ts'
import type { Row, Store } from './store.ts'
import { createUser } from './user.ts'

/**
 * A database with so many works due for payment, on top of as many paid before. The service itself makes one of each; the
 * others are copies of their rows with other quests, givers and farmers.
 */
export async function fillDue(store: Store, count: number): Promise<void> {
  const { submitted, released } = await makeOriginals(store)
  await copy(store, submitted, 1, count)
  await copy(store, released, count + 1, 2 * count)
  for (const statement of sums(count)) await store.query(statement)
  await store.query(store.engine === 'SQLite' ? 'analyze' : 'vacuum analyze')
}

type Original = { readonly id: string; readonly giver: string; readonly farmer: string }

async function makeOriginals({ env }: Store): Promise<{ submitted: Original; released: Original }> {
  await using service = await startService(env)
  const baseUrl = `${service.origin}/api`
  const handIn = async () => {
    const [giver, farmer] = [await createUser(baseUrl), await createUser(baseUrl)]
    const { id } = await giver.furrow.quests.post(newQuest(0))
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'It closes now.' })
    const original = { id, giver: giver.address.toLowerCase(), farmer: farmer.address.toLowerCase() }
    return { original, approve: () => giver.furrow.quests.approve(id, farmer.address) }
  }
  const [submitted, released] = [await handIn(), await handIn()]
  await released.approve()
  return { submitted: submitted.original, released: released.original }
}

const rowsOf = ({ id, giver, farmer }: Original): Readonly<Record<string, string>> => ({
  quests: `id = '${id}'`,
  quest_skills: `quest_id = '${id}'`,
  quest_words: `quest_id = '${id}'`,
  quest_events: `quest_id = '${id}'`,
  assignments: `quest_id = '${id}'`,
  ledger_transfers: `quest_id = '${id}'`,
  ledger_entries: `transfer_id in (select id from ledger_transfers where quest_id = '${id}')`,
  score_events: `quest_id = '${id}'`,
  mail: `owner in ('${giver}', '${farmer}')`,
})

const digits = (of: string) => `substr(cast(10000000000000 + ${of} as text), 2)`
const person = (of: string) => `'0x${'0'.repeat(27)}' || ${digits(of)}`

async function copy(store: Store, original: Original, from: number, to: number): Promise<void> {
  const names = new Map([
    [original.id, `'quest-' || ${digits('i')} || '-00'`],
    [original.giver, person('i % 1000')],
    [original.farmer, person('10000 + i % 1500')],
  ])
  for (const [table, condition] of Object.entries(rowsOf(original)))
    for (const row of await store.query(`select * from ${table} where ${condition}`)) {
      const columns = Object.keys(row).map(name => [`"${name}"`, copyOf(table, row, name, names)] as const)
      await store.query(`insert into ${table} (${columns.map(([name]) => name)})
        with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})
        select ${columns.map(([, value]) => value)} from n`)
    }
}

function copyOf(table: string, row: Row, name: string, names: ReadonlyMap<string, string>): string {
  // The windows ended before they began, each a millisecond before the last.
  if (name === 'review_ends_at') return `${row.review_started_at} - i`
  const value = row[name] ?? null
  if (typeof value !== 'string') return String(value)
  const parts = value.split(new RegExp(`(${[...names.keys()].join('|')})`)).filter(part => part !== '')
  const text = parts.map(part => names.get(part) ?? `'${part.replaceAll("'", "''")}'`).join(' || ') || "''"
  // Letters and points have ids of their own.
  return name === 'id' && (table === 'mail' || table === 'score_events') ? `${text} || '-' || i` : text
}

const units = (count: string) => `cast(100 * ${count} as text) || '${'0'.repeat(18)}'`
const isCopy = `quest_id < 'quest-1'`
const isPaid = `${isCopy} and status = 'released'`

/** The sums that the service keeps of all this. No writer takes shard 0. */
const sums = (count: number): string[] => [
  `insert into ledger_sums (token, shard, promised, held, released, refunded, in_review)
   select 'USDC', 0, '-' || ${units(String(2 * count))}, ${units(String(count))}, ${units(String(count))}, '0',
     ${units(String(count))}`,
  `insert into address_counts (address, posted, paid)
   select giver, count(*), sum(case status when 'released' then 1 else 0 end)
   from assignments where ${isCopy} group by giver`,
  `insert into address_counts (address, accepted, completed, givers)
   select farmer, count(*), sum(case status when 'released' then 1 else 0 end),
     count(distinct case status when 'released' then giver end)
   from assignments where ${isCopy} group by farmer`,
  ...['farmer', 'giver'].map(
    role => `insert into address_amounts (address, role, token, units)
      select ${role}, '${role}', token, ${units('count(*)')} from assignments where ${isPaid} group by ${role}, token`,
  ),
  `insert into work_pairs (farmer, giver, releases)
   select farmer, giver, count(*) from assignments where ${isPaid} group by farmer, giver`,
  `insert into season_pairs (season, farmer, giver, releases)
   select (select max(season) from season_pairs), farmer, giver, count(*)
   from assignments where ${isPaid} group by farmer, giver`,
  `insert into season_scores (season, role, address, points)
   select (select max(season) from season_scores), role, address, sum(points)
   from score_events where ${isCopy} group by role, address`,
]
