import { describe, expect, test } from 'vitest'
import { type Harness, sampleQuest, startHarness } from '../../../test/harness.ts'
import type { Context } from '../../ground/context.ts'
import { rekey } from './rekey.ts'
import { sealClearTexts } from './seal-clear-texts.ts'

const said = (what: string) => `heron ${what}`

/** A draft, an application that was declined, and evidence of both parties. */
async function say({ user }: Harness) {
  const [giver, farmer, other] = [user(), user(), user()]
  await giver.furrow.quests.drafts.create({ quest: { title: said('draft') } })
  const chosen = await giver.furrow.quests.post({
    ...sampleQuest,
    admission: 'application',
    questions: [{ text: 'Which tools do you have?' }],
  })
  await other.furrow.quests.apply(chosen.id, {
    note: said('application'),
    answers: [{ question: 'Which tools do you have?', answer: said('tools') }],
  })
  await giver.furrow.quests.decline(chosen.id, other.address, said('reason'))
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'Done' })
  await giver.furrow.quests.dispute(id, farmer.address, 'It squeaks')
  await farmer.furrow.quests.addEvidence(id, { note: said('evidence'), url: 'https://example.org/heron' })
  await giver.furrow.quests.addEvidence(id, { farmer: farmer.address, note: said('answer') })
  return { giver, farmer, other, id, chosen: chosen.id }
}

type Said = Awaited<ReturnType<typeof say>>

/** Everything as those see it who may. */
async function read({ giver, farmer, other, id, chosen }: Said) {
  const [{ items: drafts }, { items: applications }, evidence, own] = await Promise.all([
    giver.furrow.quests.drafts.list(),
    giver.furrow.quests.applications({ id: chosen, status: 'declined' }),
    farmer.furrow.quests.evidence(id, farmer.address),
    other.furrow.quests.applications(),
  ])
  return {
    draft: drafts[0]?.quest.title,
    application: applications.map(({ note, reason, answers }) => [note, reason, answers?.[0]?.answer]),
    own: own.items.map(({ note, reason, answers }) => [note, reason, answers?.[0]?.answer]),
    evidence: evidence.map(({ note, url }) => [note, url]),
  }
}

const readable = {
  draft: said('draft'),
  application: [[said('application'), said('reason'), said('tools')]],
  own: [[said('application'), said('reason'), said('tools')]],
  evidence: [
    [said('evidence'), 'https://example.org/heron'],
    [said('answer'), ''],
  ],
}

async function stored({ db }: Context): Promise<string> {
  const tables = [
    'quest_drafts',
    'applications',
    'dispute_evidence',
    'quest_events',
    'idempotency_keys',
  ] as const
  return JSON.stringify(await Promise.all(tables.map(table => db.selectFrom(table).selectAll().execute())))
}

describe('drafts, applications and evidence', () => {
  test('are sealed at rest, and open to those who may read them', async () => {
    const harness = await startHarness()
    const people = await say(harness)
    expect(await read(people)).toEqual(readable)
    expect(await stored(harness.context)).not.toContain('heron')
  })

  test('from before they were sealed are read as they are, and sealed in the background', async () => {
    const harness = await startHarness()
    const { context } = harness
    const people = await say(harness)
    await context.db
      .updateTable('quest_drafts')
      .set({ quest: JSON.stringify({ title: said('draft') }) })
      .execute()
    await context.db
      .updateTable('applications')
      .set({ note: said('application'), reason: said('reason') })
      .execute()
    await context.db
      .updateTable('dispute_evidence')
      .set({ note: said('answer') })
      .where('number', '=', 2)
      .execute()
    expect(await read(people)).toEqual(readable)
    while ((await sealClearTexts.round(context)) > 0);
    expect(await stored(context)).not.toContain('heron')
    expect(await read(people)).toEqual(readable)
  })

  test('are sealed anew with another secret, also those in clear', async () => {
    const harness = await startHarness()
    const { context } = harness
    const people = await say(harness)
    await context.db
      .updateTable('dispute_evidence')
      .set({ note: said('answer') })
      .where('number', '=', 2)
      .execute()
    const [old] = context.secrets.signing
    const next = await startHarness({ env: { JWT_SECRET: 'another secret for tests that is long enough' } })
    const [sealing] = next.context.secrets.sealing
    const secrets = {
      signing: ['another secret for tests that is long enough', old],
      sealing: [sealing, ...context.secrets.sealing],
    } as const
    expect(await rekey({ db: context.db, secrets })).toMatchObject({ stale: 0, unopened: 0 })
    Object.assign(context, { secrets: { signing: context.secrets.signing, sealing: [sealing] } })
    expect(await stored(context)).not.toContain('heron')
    expect((await read(people)).evidence).toEqual(readable.evidence)
  })
})
