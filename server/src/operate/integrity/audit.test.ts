import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSnapshot } from '@furrow/storage/snapshot.ts'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import { startHarness, takeSharedDatabase } from '../../../test/harness.ts'
import { runProcess } from '../../../test/processes.ts'
import { startRail } from '../../../test/rail.ts'
import { makeHistory } from '../../../test/usage/some-history.ts'
import { findViolations } from './audit.ts'
import { compareWithChain } from './chain.ts'

/** Damage that no change of the service does, and the sentence that reports it. */
const damage: readonly [says: string, statement: RawBuilder<unknown>][] = [
  ['work without its quest', sql`delete from quests where max_farmers = 3`],
  [
    'a quest without any event',
    sql`insert into quests (id, giver, title, description, reward, amount, token, skills, max_farmers, taken,
    category, status, released, refunded, created_at, updated_at, rail) select 'quest-x', giver, title, description, reward,
    amount, token, skills, max_farmers, 0, category, status, 0, 0, created_at, updated_at, rail
    from quests where max_farmers = 3`,
  ],
  [
    'a word of the search without its quest',
    sql`update quest_words set quest_id = 'quest-x' || quest_id where word = 'gate'`,
  ],
  [
    'a mark of a broadcast that is not there',
    sql`insert into broadcast_states values ('0x1', 'mail-x', 1, 0)`,
  ],
  ['work that names another giver', sql`update assignments set giver = '0x1' where status = 'in-review'`],
  [
    'evidence without its work',
    sql`insert into dispute_evidence values ('quest-x', '0x1', 1, 'giver', null, null, 0)`,
  ],
  [
    'a dispute that counts its evidence otherwise',
    sql`update assignments set farmer_evidence = 7 where farmer_evidence = 1`,
  ],
  [
    'costs something else while it is under way',
    sql`update assignments set amount = '7' where status = 'in-review'`,
  ],
  [
    'a quest that shows another sum as refunded',
    sql`update quests set released_off = '1', refunded_off = '-1' where max_farmers = 3`,
  ],
  [
    'a transfer whose entries do not sum to zero',
    sql`
    insert into ledger_entries select id, 'refunded', 'x', '1' from ledger_transfers where id like 'promise:%'`,
  ],
  [
    'a transfer without entries',
    sql`insert into ledger_transfers select 'x', id, token, 0 from quests where max_farmers = 3`,
  ],
  ['kept sum of what is held', sql`update ledger_sums set held = '1' where token = 'USDC'`],
  ['kept sum of what is under review', sql`update ledger_sums set in_review = '0' where token = 'USDC'`],
  [
    'other funds are held than its open places cost',
    sql`update quests set amount = '0.2' where max_farmers = 3`,
  ],
  [
    'released without one payment',
    sql`update assignments set status = 'released' where status = 'in-review'`,
  ],
  [
    'places that are neither paid nor refunded',
    sql`update quests set status = 'completed' where status <> 'completed'`,
  ],
  ['not the sum of its work', sql`update address_amounts set units = '1' where role = 'giver'`],
  [
    'whose score is not the sum of its points',
    sql`update season_scores set points = points + 1 where role = 'farmer'`,
  ],
  ["sum of its members'", sql`update guild_scores set points = points + 1`],
  ['a guild with another number of members', sql`update guilds set members = members + 1`],
  ['counts its places otherwise', sql`update quests set accepted = 2, taken = taken + 1 where accepted = 1`],
  ['numbered from 1', sql`update quests set events = events + 1`],
  ['a comment without its thread', sql`update comment_threads set quest_id = 'quest-x'`],
  ['counts its comments otherwise', sql`update comment_threads set comments = 7`],
  [
    'than its history tells of',
    sql`update quests set released = released + 1, refunded = refunded - 1 where released = 1`,
  ],
  ['whose count "completed" is another', sql`update address_counts set completed = completed + 1`],
  ['whose count "reviewer_means" is another', sql`update address_counts set reviewer_means = 0`],
  ['two people whose reviews have other stars', sql`update review_pairs set stars = 1`],
  ['than the releases of season_pairs', sql`update season_pairs set releases = releases + 1`],
  ['quests that are not over', sql`update quotas set used = used + 1 where kind = 'live-quests'`],
]

describe('what must hold of a database', () => {
  test('holds of what a service wrote', async () => {
    const harness = await startHarness()
    expect(await findViolations(harness.context.db)).toEqual([])
    await makeHistory(harness)
    expect(await findViolations(harness.context.db)).toEqual([])
  })

  test.each(damage)('tells of %s', async (says, statement) => {
    const harness = await startHarness()
    const { db } = harness.context
    await makeHistory(harness)
    await statement.execute(db)
    const found = (await findViolations(db)).filter(violation => violation.says.includes(says))
    expect(found).toHaveLength(1)
    expect(found[0]?.count).toBeGreaterThan(0)
    expect(found[0]?.first[0]?.what).toMatch(/./)
  })
})

describe('npm run verify', () => {
  const secret = { JWT_SECRET: 'a secret for tests that is long enough to be one' }
  const verify = (env: Record<string, string>, ...args: string[]) =>
    runProcess({ ...secret, ...env }, 'cli/verify.ts', args)

  test('ends with 0 beside a service that is there, and with 1 and the first cases where something is wrong', async () => {
    const env = await takeSharedDatabase()
    const harness = await startHarness({ env })
    await makeHistory(harness)
    expect(await verify(env)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Everything fits together.'),
    })

    const [who] = await harness.context.db.selectFrom('guilds').selectAll().execute()
    await harness.context.db.updateTable('guilds').set({ members: 7 }).execute()
    const { code, output } = await verify(env)
    expect(code).toBe(1)
    expect(output).toContain('2 times a guild with another number of members than it has:')
    expect(output).toContain(`${who?.guild}: expected 1, found 7`)
    const asked = await verify(env, '--json')
    const answer = JSON.parse(asked.stdout)
    expect(answer).toMatchObject({ ok: false, violations: [{ kind: 'scores', count: 2 }] })
  })

  test('tells of mail that does not open, and of another secret', async () => {
    const env = await takeSharedDatabase()
    const harness = await startHarness({ env })
    await makeHistory(harness)
    const other = await verify({ ...env, JWT_SECRET: 'quite another secret that is long enough' })
    expect(other).toMatchObject({ code: 1, output: expect.stringContaining('the canary does not open') })
    await harness.context.db.updateTable('broadcasts').set({ body: 'not:sealed:text' }).execute()
    expect(await verify(env)).toMatchObject({
      code: 1,
      output: expect.stringContaining('1 times a subject or body that none of the secrets opens'),
    })
  })

  test('makes no database where there is none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'furrow-verify-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const { code, output } = await verify({ DATA_DIR: folder })
    expect({ code, output }).toEqual({ code: 1, output: `There is no database in ${folder}.\n` })
  })
})

test.skipIf(!hasChain)('the contract is asked what it holds and paid (needs anvil)', async () => {
  const { startQuest, keep, later, context, clock, config } = await startRail(await takeSharedDatabase())
  const { id, farmer } = await startQuest()
  const { db } = context
  const escrow = context.escrows.first
  if (escrow === null) throw new Error('there is a rail')
  const compare = () => readSnapshot(db, config.dataDir, snapshot => compareWithChain(snapshot, escrow))
  await farmer.furrow.quests.submit(id, { note: 'done' })
  await keep()
  await keep()
  expect(await compare()).toEqual([])
  await later(49 * 60 * 60 * 1_000)
  for (let round = 0; round < 4; round++) await keep()
  const { status } = await db.selectFrom('assignments').select('status').executeTakeFirstOrThrow()
  expect({ status, at: clock.now() > 0 }).toEqual({ status: 'released', at: true })
  expect(await compare()).toEqual([])

  await db.updateTable('assignments').set({ status: 'refunded' }).execute()
  expect(await compare()).toMatchObject([
    { kind: 'chain', count: 1, first: [{ expected: 'refunded', found: 'released' }] },
  ])
  await db.updateTable('assignments').set({ status: 'released' }).execute()
  await db.updateTable('escrows').set({ amount_each: '1' }).execute()
  expect(await compare()).toMatchObject([{ says: expect.stringContaining('whose deposit'), count: 1 }])
})
