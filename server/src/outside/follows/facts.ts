import type { Db } from '@furrow/storage/db.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { Address } from '../../ground/address.ts'
import { fitsPayer, type PayerFacts, readPayerFacts } from '../../quests/board/payer-filters.ts'
import { rangesOf } from '../../quests/board/search-words.ts'
import { atTime, fitsTerms, type Terms } from '../../quests/board/term-filters.ts'
import { textOf } from '../../quests/board/word-list.ts'
import { hidden } from '../../quests/change/few-farmers.ts'
import type { Filter } from './filters.ts'

export type OpenQuest = Pick<
  QuestRow,
  | 'id'
  | 'giver'
  | 'title'
  | 'reward'
  | 'category'
  | 'token'
  | 'skills'
  | 'status'
  | 'rail'
  | 'hidden_at'
  | keyof Terms
>

export type Facts = {
  readonly giver: Address
  readonly category: string
  readonly token: string
  readonly skills: readonly string[]
  readonly words: readonly string[]
  /** The words with a space on both sides of each. */
  readonly text: string
  readonly farmers: ReadonlySet<Address>
  readonly payer: PayerFacts
  readonly terms: Terms
  /** When they were read: a filter by deadline means that moment. */
  readonly at: number
}

export async function readFacts(db: Db, quest: OpenQuest, at: number): Promise<Facts> {
  const [text, farmers, payer] = await Promise.all([
    db.selectFrom('quest_texts').select('words').where('quest_id', '=', quest.id).executeTakeFirst(),
    db
      .selectFrom('assignments')
      .select('farmer')
      .where('quest_id', '=', quest.id)
      .where('status', 'not in', [...hidden])
      .execute(),
    readPayerFacts(db, quest.id),
  ])
  const { giver, category, token } = quest
  return {
    giver,
    category,
    token,
    skills: (JSON.parse(quest.skills) as string[]).map(skill => skill.toLowerCase()),
    words: (text?.words ?? '').split(' ').filter(Boolean),
    text: text?.words ?? '',
    farmers: new Set(farmers.map(({ farmer }) => farmer)),
    payer,
    terms: quest,
    at,
  }
}

/** Whether GET /quests with that filter has the quest. */
export function fits(facts: Facts, filter: Filter): boolean {
  const { giver, farmer, category, token, skill, q = '' } = filter
  return (
    (giver === undefined || giver === facts.giver) &&
    (category === undefined || category === facts.category) &&
    (token === undefined || token === facts.token) &&
    (skill === undefined || facts.skills.includes(skill.toLowerCase())) &&
    (farmer === undefined || facts.farmers.has(farmer as Address)) &&
    rangesOf(q).every(range => facts.text.includes(textOf(range))) &&
    fitsPayer(facts.payer, filter) &&
    fitsTerms(facts.terms, atTime(filter, facts.at))
  )
}
