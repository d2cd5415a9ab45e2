import type { Db } from '@furrow/storage/db.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { Address } from '../../ground/address.ts'
import { type Payer, readPayersWithin } from '../../people/profile/payer-record.ts'
import { type FarmerRow, hasFew, readFewFarmers } from './few-farmers.ts'

/** Parts of the answer to a command that were read together with its commit; what is absent is still to be read. */
export type Answer = {
  readonly payer?: Payer | undefined
  readonly farmers?: readonly FarmerRow[] | undefined
}

export type Answers = {
  of(questId: string): Answer
  keep(): void
}

type Turned = { readonly before: QuestRow; readonly after: QuestRow }

/** Reads some quests as a transaction wrote them, so that their answers need no trip of their own. */
export async function readAnswers(trx: Db, db: Db, quests: readonly Turned[]): Promise<Answers> {
  const few = new Set(quests.flatMap(({ after }) => (hasFew(after) ? [after.id] : [])))
  const changed = new Set(quests.flatMap(quest => (changesPayer(quest) ? [quest.after.giver] : [])))
  const givers = new Set(quests.map(({ after }) => after.giver))
  const others = [...givers].filter(giver => !changed.has(giver))
  const [farmers, { payers, keep }] = await Promise.all([
    few.size === 0 ? new Map<string, FarmerRow[]>() : readFewFarmers(trx, [...few]),
    readPayersWithin(trx, { db, changed: [...changed], others }),
  ])
  const giverOf = new Map(quests.map(({ after }) => [after.id, after.giver]))
  return {
    of: questId => ({
      payer: payers.get(giverOf.get(questId) as Address),
      farmers: few.has(questId) ? (farmers.get(questId) ?? []) : undefined,
    }),
    keep,
  }
}

function changesPayer({ before, after }: Turned): boolean {
  return (['released', 'refunded', 'disputed'] as const).some(count => before[count] !== after[count])
}
