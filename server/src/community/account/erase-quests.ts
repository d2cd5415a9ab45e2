import { isAmong } from '@furrow/storage/json-rows.ts'
import { type RawBuilder, sql } from 'kysely'
import { dayOf } from '../../ground/ids.ts'
import { eraseEvents } from './erase-events.ts'
import { type Leaver, slicesOf } from './leaver.ts'

export type Traces = {
  readonly skills: Set<string>
  readonly tokens: Set<string>
  readonly sources: Set<string>
}

/**
 * Renames them in their quests, and deletes their texts there. A quest's description stays if anybody took a place in it:
 * it says what they were paid for.
 */
export async function eraseQuests(leaver: Leaver): Promise<Traces> {
  const traces: Traces = { skills: new Set(['']), tokens: new Set(['']), sources: new Set() }
  for (const ids of slicesOf(await findQuests(leaver))) {
    await gather(leaver, ids, traces)
    await eraseTexts(leaver, ids)
    await eraseParts(leaver, ids)
    await eraseEvents(leaver, ids)
  }
  return traces
}

async function findQuests({ trx, address }: Leaver): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from quests where giver = ${address}
    union select quest_id from assignments where farmer = ${address}
    union select quest_id from applications where farmer = ${address}
    union select quest_id from team_members where member = ${address}
    union select quest_id from contest_entries where farmer = ${address}
    union select quest_id from contest_words where author = ${address}
    order by 1`.execute(trx)
  return rows.map(({ id }) => id)
}

async function gather({ trx, address }: Leaver, ids: readonly string[], traces: Traces): Promise<void> {
  const quests = await trx
    .selectFrom('quests')
    .select(['skills', 'token'])
    .where(isAmong(trx, 'id', ids))
    .execute()
  for (const { skills, token } of quests) {
    for (const skill of JSON.parse(skills) as string[]) traces.skills.add(skill.toLowerCase())
    traces.tokens.add(token.toUpperCase())
  }
  const work = await trx
    .selectFrom('assignments')
    .select('merge_source')
    .where(isAmong(trx, 'quest_id', ids))
    .where('farmer', '=', address)
    .where('merge_source', 'is not', null)
    .execute()
  for (const { merge_source } of work) if (merge_source !== null) traces.sources.add(merge_source)
}

async function eraseTexts({ trx, address }: Leaver, among: readonly string[]): Promise<void> {
  const rows = await trx
    .selectFrom('quests')
    .leftJoin('quest_texts', 'quest_texts.quest_id', 'quests.id')
    .select(['quests.id', 'words'])
    .where(isAmong(trx, 'quests.id', among))
    .where('giver', '=', address)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('assignments').select('farmer').whereRef('assignments.quest_id', '=', 'quests.id')),
      ),
    )
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  const noText = { codehost_repo: null, codehost_issue: null, repo_key: null, issue_number: null }
  await trx
    .updateTable('quests')
    .set({ title: 'Deleted', description: '', category: '', skills: '[]', questions: '[]', ...noText })
    .where(isAmong(trx, 'id', ids))
    .execute()
  // Additions to their reward have a copy of the title.
  await trx
    .updateTable('quests')
    .set({ title: 'Deleted', category: '' })
    .where(isAmong(trx, 'companion_of', ids))
    .execute()
  await trx
    .updateTable('quest_revisions')
    .set({ before: '{}', after: '{}' })
    .where(isAmong(trx, 'quest_id', ids))
    .execute()
  await trx
    .deleteFrom('quest_repositories')
    .where(isAmong(trx, 'quest_id', ids))
    .execute()
  await trx
    .deleteFrom('quest_skills')
    .where(isAmong(trx, 'quest_id', ids))
    .execute()
  await trx
    .updateTable('quest_texts')
    .set({ words: ' ' })
    .where(isAmong(trx, 'quest_id', ids))
    .execute()
  for (const { id, words } of rows)
    await trx
      .deleteFrom('quest_words')
      .where('day', '=', dayOf(id))
      .where(isAmong(trx, 'word', (words ?? '').split(' ')))
      .where('quest_id', '=', id)
      .execute()
}

async function eraseParts(leaver: Leaver, ids: readonly string[]): Promise<void> {
  const { trx, address, pseudonym } = leaver
  const own = (column: string) => sql`${isAmong(trx, 'quest_id', ids)} and ${sql.ref(column)} = ${address}`
  const rename = (column: string) => sql`${sql.ref(column)} = ${pseudonym}`
  const isGivers = sql`exists (select 1 from quests q where q.id = quest_id and q.giver = ${address})`
  const statements: readonly RawBuilder<unknown>[] = [
    // Before the renaming, since it is found by the old name.
    sql`update dispute_evidence set url = null, note = null where ${isAmong(trx, 'quest_id', ids)}
      and ((role = 'farmer' and farmer = ${address}) or (role = 'giver' and ${isGivers}))`,
    sql`update assignments set dispute_reason = null where ${own('giver')} and disputed_by = 'giver'`,
    sql`update assignments set return_note = null, ${rename('giver')} where ${own('giver')}`,
    sql`update assignments set submission_url = null, submission_note = null, answer_url = null, answer_note = null,
      codehost_id = null, merge_source = null, ${rename('farmer')} where ${own('farmer')}`,
    sql`update assignments set ${rename('team_of')} where ${own('team_of')}`,
    // Named, and not agreed: nobody else can agree for them, and the farmer shares the place anew.
    sql`update assignments set state = replace(state, ${address}, ${pseudonym}) where ${isAmong(trx, 'quest_id', ids)}
      and exists (select 1 from team_members t where t.quest_id = assignments.quest_id
        and t.farmer = assignments.farmer and t.member = ${address})`,
    sql`update team_members set codehost_id = null, ${rename('member')} where ${own('member')}`,
    sql`update dispute_evidence set ${rename('farmer')} where ${own('farmer')}`,
    sql`update assignments set ${rename('payment_payer')} where ${own('payment_payer')}`,
    sql`delete from place_notes where ${own('farmer')}`,
    sql`delete from merges where ${own('farmer')}`,
    sql`delete from co_authors where ${own('farmer')}`,
    sql`delete from applications where ${own('farmer')}`,
    // An entry that waits, or won nothing, goes without a trace; one that won stays as a place does, without its words.
    sql`update quests set contest_entries = contest_entries - 1 where ${isAmong(trx, 'id', ids)}
      and exists (select 1 from contest_entries e where e.quest_id = quests.id and e.farmer = ${address} and e.outcome is null)`,
    sql`delete from contest_entries where ${own('farmer')} and (outcome is null or outcome = 'not-won')`,
    sql`update contest_entries set text = null, links = null, account = null, ${rename('farmer')} where ${own('farmer')}`,
    sql`update contest_entries set word = null where ${isAmong(trx, 'quest_id', ids)} and ${isGivers}`,
    sql`update contest_words set text = '', ${rename('author')} where ${own('author')}`,
    sql`update applications set reason = null, asked = null where ${isAmong(trx, 'quest_id', ids)} and ${isGivers}`,
    sql`delete from invites where ${own('giver')}`,
    sql`update reviews set comment = '', ${rename('reviewer')} where ${own('reviewer')}`,
    sql`update reviews set ${rename('reviewee')} where ${own('reviewee')}`,
    sql`update payments set ${rename('farmer')} where ${own('farmer')}`,
    sql`update payments set ${rename('payer')} where ${own('payer')}`,
    sql`update files set ${rename('giver')} where ${own('giver')}`,
    sql`update files set place = quest_id || ' ' || ${pseudonym}, ${rename('farmer')} where ${own('farmer')}`,
    // Mere applicants may take a place there another time.
    sql`insert into pseudonyms (quest_id, address, pseudonym)
      select id, ${address}, ${pseudonym} from quests where ${isAmong(trx, 'id', ids)} and (giver = ${address}
        or exists (select 1 from assignments a where a.quest_id = id and a.farmer = ${pseudonym}))
      on conflict do nothing`,
    sql`update quests set thanks = '' where ${isAmong(trx, 'id', ids)} and thanks like 'http%'
      and exists (select 1 from assignments a where a.quest_id = id and a.farmer = ${pseudonym})`,
    sql`update quests set erasures = erasures + 1 where ${isAmong(trx, 'id', ids)}`,
    sql`update quests set ${rename('giver')} where ${isAmong(trx, 'id', ids)} and giver = ${address}`,
  ]
  for (const statement of statements) await statement.execute(trx)
}
