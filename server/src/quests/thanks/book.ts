import type { QuestRow } from '@furrow/storage/tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import type { Context } from '../../ground/context.ts'
import { createId } from '../../ground/ids.ts'
import { readLanguages } from '../../people/mail/notices/languages.ts'
import type { Thank, ThanksPayment } from '../../rules/lifecycle/commands/thanks.ts'
import { nothingKnown } from '../../rules/lifecycle/rules.ts'
import { recordDeeds } from '../../rules/points/record-deeds.ts'
import { foundBy } from '../board/edit.ts'
import { blankQuest, openTerms } from '../change/blank-quest.ts'
import { rulesOf } from '../change/decide-batch.ts'
import { writeFoundBy } from '../change/found-by.ts'
import { apply, openQuest } from '../change/loaded-quest.ts'
import { toHttpError } from '../change/refused.ts'
import { toQuestColumns, toTerms } from '../change/rows.ts'
import { writePayments } from '../change/write-payments.ts'
import { writeLog } from '../change/write-quest.ts'
import { writeEffects } from '../change/write-quests.ts'
import type { ThanksRow } from './rows.ts'

type Paid = {
  readonly row: ThanksRow
  readonly by: Thank['by']
  /** null for the word of both. */
  readonly payment: ThanksPayment | null
}

/**
 * A paid thanks becomes a quest whose one place is released and paid: posting, place, payment, points and notices in one
 * commit, by the same rules as any other. From then on its payment is looked after as any other.
 * @returns false where another request did it, or withdrew it.
 */
export async function bookThanks(context: Context, { row, by, payment }: Paid): Promise<boolean> {
  return transaction(context.db, async trx => {
    const quest = questOf(context, row)
    const taken = await trx
      .updateTable('thanks')
      .set({
        quest_id: quest.id,
        check_at: Number.MAX_SAFE_INTEGER,
        chain_id: null,
        hash: null,
        shown_at: null,
      })
      .where('id', '=', row.id)
      .where('quest_id', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (taken === undefined) return false
    const rules = rulesOf(context)
    const { account, created_at: since, farmer } = row
    const command: Thank = { kind: 'thank', by, farmer, account, since, payment }
    const opened = openQuest(quest, null, rules, context.escrows, null)
    const loaded = await apply(opened, command, rules, nothingKnown).catch(error => {
      throw toHttpError(error, rules.now)
    })
    const { happened, rows } = loaded
    await writeTogether(trx, async writes => {
      const about = { ...quest, ...toQuestColumns(loaded.quest, rules.now), events: happened.length }
      writes.insert('quests', about)
      writes.insert('assignments', ...rows.values())
      writePayments(writes, loaded)
      writeLog(writes, loaded)
      writeFoundBy(writes, quest.id, foundBy(toTerms(quest)))
      const deeds = happened.flatMap(({ at, effects }) =>
        effects.deeds.map(deed => ({ at, questId: quest.id, about: quest, deed })),
      )
      const readers = happened.flatMap(({ effects }) => effects.notices.flatMap(({ to }) => to))
      const [languages] = await Promise.all([
        readLanguages(trx, readers),
        recordDeeds(trx, writes, context.config, deeds),
      ])
      await writeEffects(writes, context, [loaded], rules.now, languages)
    })
    return true
  })
}

/** Its texts name no person, and stay as they are when somebody leaves. */
function questOf(context: Context, row: ThanksRow): QuestRow {
  const { amount, giver, repository, tipped, token, url } = row
  const now = context.clock.now()
  const isTip = tipped !== null
  const title = isTip ? 'A tip for finished work' : `Thanks for work in ${repository}`
  const terms = {
    ...openTerms,
    title: title.slice(0, 200),
    description: isTip
      ? `A tip for finished work in ${tipped}.`
      : `Thanks for a merged pull request in ${repository} that nobody posted here.`,
    reward: `${amount} ${token}`,
    amount,
    token,
    places: 1,
    category: isTip ? 'Tip' : 'Thanks',
    codehostRepo: repository,
    repoKey: repository?.toLowerCase() ?? null,
  }
  const blank = blankQuest(createId('quest', now), giver, terms, now)
  return { ...blank, rail: 'ledger', thanks: tipped ?? url ?? '' }
}
