import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import { dayOf } from '../../ground/ids.ts'

export type FoundBy = { readonly skills: readonly string[]; readonly words: readonly string[] }

export function writeFoundBy(writes: Writes, questId: string, found: FoundBy): void {
  writeEntries(writes, questId, found)
  writes.insert('quest_texts', { quest_id: questId, words: textOf(found), folded: 1 })
}

export async function rewriteFoundBy(trx: Db, writes: Writes, row: QuestRow, next: FoundBy): Promise<void> {
  const text = await trx
    .selectFrom('quest_texts')
    .select('words')
    .where('quest_id', '=', row.id)
    .executeTakeFirst()
  const before = {
    skills: skillsOf(JSON.parse(row.skills) as string[]),
    words: (text?.words ?? '').split(' ').filter(word => word !== ''),
  }
  const gone = { skills: without(before.skills, next.skills), words: without(before.words, next.words) }
  if (gone.skills.length > 0)
    await trx
      .deleteFrom('quest_skills')
      .where('quest_id', '=', row.id)
      .where(isAmong(trx, 'skill', gone.skills))
      .execute()
  if (gone.words.length > 0)
    await trx
      .deleteFrom('quest_words')
      .where('day', '=', dayOf(row.id))
      .where(isAmong(trx, 'word', gone.words))
      .where('quest_id', '=', row.id)
      .execute()
  writeEntries(writes, row.id, {
    skills: without(next.skills, before.skills),
    words: without(next.words, before.words),
  })
  writes.put('quest_texts', ['quest_id'], { quest_id: row.id, words: textOf(next), folded: 1 })
}

export function skillsOf(skills: readonly string[]): string[] {
  return [...new Set(skills.map(skill => skill.toLowerCase()))]
}

function writeEntries(writes: Writes, questId: string, { skills, words }: FoundBy): void {
  for (const skill of skills) writes.insert('quest_skills', { skill, quest_id: questId })
  for (const word of words) writes.insert('quest_words', { day: dayOf(questId), word, quest_id: questId })
}

function textOf({ words }: FoundBy): string {
  return ` ${words.join(' ')} `
}

function without(some: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return some.filter(one => !known.has(one))
}
