import type { Db } from '@furrow/storage/db.ts'
import type { EscrowRow } from '@furrow/storage/escrow-tables.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import type { Spend } from '../../access/quotas/kinds.ts'
import { withinEach, writeSpends } from '../../access/quotas/spend.ts'
import type { Address } from '../../ground/address.ts'
import { never } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { ChangedError } from '../../ground/errors.ts'
import { createId } from '../../ground/ids.ts'
import type { Via } from '../../rules/lifecycle/commands/sent.ts'
import { blankQuest, openTerms } from '../change/blank-quest.ts'
import { rulesOf } from '../change/decide-batch.ts'
import { readExactAmount } from '../change/exact-amount.ts'
import { openQuest } from '../change/loaded-quest.ts'
import { type FoundRow, lockQuest } from '../change/lock.ts'
import { toQuestColumns } from '../change/rows.ts'
import { writeLog } from '../change/write-quest.ts'
import { writeEffects } from '../change/write-quests.ts'
import { railOf } from '../rails/rails.ts'
import { uncounted } from './uncounted.ts'
import { changeOne, findCompanion } from './within.ts'

type Asked = { readonly questId: string; readonly amount: string }
type How = { readonly use: KeyUse | null; readonly via: Via }

/**
 * Adds to the reward of a quest: a companion has the promise for each place that is not over. One commit: the quest shows the
 * sum, or nothing was promised. Asked again with the same amount it is the same.
 * @throws HttpError where the rules refuse it, or another amount is added already.
 */
export async function backQuest(
  context: Context,
  backer: Address,
  asked: Asked,
  how: How,
): Promise<FoundRow> {
  const spends: readonly Spend[] = [
    { address: backer, kind: 'quests' },
    { address: backer, kind: 'live-quests' },
  ]
  const plan = await planFor(context, backer, asked)
  return withinEach(context, spends, () =>
    transaction(context.db, async trx => {
      const main = await lockQuest(trx, asked.questId)
      const amount = readExactAmount(asked.amount, main.token)
      const before = await findCompanion(trx, main.id, backer)
      if (before !== null) return requireSame(before, amount, main)
      const command = { kind: 'back', by: backer, amount, via: how.via } as const
      const row = await changeOne(trx, context, { questId: main.id, command, use: how.use })
      const companion = companionOf(context, row, backer, amount)
      await writeCompanion(trx, context, { ...onRail(companion, plan), spends })
      return row
    }),
  )
}

type Plan = { readonly id: string; readonly escrow: EscrowRow } | null

/** The backer's own deposit, on the chain of the quest; null where that is promised in the ledger. */
async function planFor(context: Context, backer: Address, asked: Asked): Promise<Plan> {
  const main = await context.db
    .selectFrom('quests')
    .leftJoin('escrows', 'escrows.quest_id', 'quests.id')
    .selectAll('quests')
    .select('escrows.contract')
    .where('quests.id', '=', asked.questId)
    .executeTakeFirst()
  if (main === undefined || main.rail !== 'chain' || main.contract === null) return null
  const amount = readExactAmount(asked.amount, main.token)
  const id = createId('quest', context.clock.now())
  const [chainId] = main.contract.split(':')
  const planned = { id, giver: backer, amount, token: main.token, max_farmers: placesAhead(main) }
  const escrow = await railOf(main).plan(context, planned, Number(chainId))
  return escrow && { id, escrow }
}

function placesAhead(main: Pick<QuestRow, 'max_farmers' | 'refunded' | 'released'>): number {
  return main.max_farmers - main.released - main.refunded
}

/** @throws ChangedError where a place ended since the deposit was planned. */
function onRail(row: QuestRow, plan: Plan): Pick<New, 'row' | 'escrow'> {
  if (plan === null) return { row, escrow: null }
  if (plan.escrow.slots !== row.max_farmers)
    throw new ChangedError('A place of this quest has ended meanwhile: add to its reward again.', {
      code: 'quest-changed',
    })
  return { row: { ...row, id: plan.id, rail: 'chain', companion_from: uncounted }, escrow: plan.escrow }
}

/** @throws ChangedError */
function requireSame(companion: QuestRow, amount: string, main: FoundRow): FoundRow {
  if (companion.amount === amount) return main
  throw new ChangedError(
    `You add ${companion.amount} ${companion.token} to this reward already. While nobody has a place you may end that, and add another amount.`,
    { code: 'backed-already' },
  )
}

/** On no board, it takes nobody. Its title tells of the quest, for letters; its texts go with the backer's account. */
function companionOf(context: Context, main: QuestRow, backer: Address, amount: string): QuestRow {
  const now = context.clock.now()
  const terms = {
    ...openTerms,
    title: main.title,
    description: `It adds to the reward of ${main.id}, and follows what is decided there.`,
    reward: `${amount} ${main.token}`,
    amount,
    token: main.token,
    places: placesAhead(main),
    category: main.category,
  }
  const blank = blankQuest(createId('quest', now), backer, terms, now)
  return { ...blank, rail: 'ledger', companion_of: main.id, companion_from: main.events, hidden_at: now }
}

type New = { readonly row: QuestRow; readonly escrow: EscrowRow | null; readonly spends: readonly Spend[] }

async function writeCompanion(trx: Db, context: Context, { row, escrow, spends }: New): Promise<void> {
  const rules = rulesOf(context)
  const loaded = openQuest(row, escrow, rules, context.escrows, null)
  await writeTogether(trx, async writes => {
    const columns = toQuestColumns(loaded.quest, rules.now)
    writes.insert('quests', { ...row, ...columns, events: loaded.happened.length })
    if (escrow !== null) writes.insert('escrows', escrow)
    writes.insertNew('backed_quests', ['quest_id'], {
      quest_id: row.companion_of as string,
      changes: 0,
      follow_at: never,
    })
    writeLog(writes, loaded)
    await writeEffects(writes, context, [loaded], rules.now, new Map())
    writeSpends(writes, context, spends)
  })
}
