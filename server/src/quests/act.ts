import { type Quest, type QuestChange, type QuestStatusChange, questStatuses } from '@furrow/sdk/contract'
import { type Address, toAddress } from '../address.ts'
import { change } from '../change/change.ts'
import type { FoundRow } from '../change/lock.ts'
import type { Context } from '../context.ts'
import { BadRequestError } from '../errors.ts'
import type { KeyUse } from '../idempotency/kept-keys.ts'
import type { Command } from '../lifecycle/commands.ts'
import { requireReceiver } from '../rails/chain-rail/receiver.ts'
import { railOf } from '../rails/rails.ts'
import { requireOtherUnfrozen, requireUnfrozen } from '../restraints/frozen.ts'
import { readOwnApplication } from './applications.ts'
import { editQuest } from './edit.ts'
import { findStatus } from './filters.ts'
import { toJudgingCommand } from './judge.ts'
import { findQuestRow, readPart, readQuest } from './one-quest.ts'

/**
 * Does what a PATCH asks of a quest, and gives the quest after it.
 * @throws NotFoundError; BadRequestError or ForbiddenError with a sentence where the rules refuse it; UnavailableError where
 *   somebody outside has to be asked first, and gives no answer.
 */
export async function actOnQuest(
  context: Context,
  caller: Address,
  asked: QuestChange,
  use: KeyUse | null = null,
): Promise<Quest> {
  const { questId } = asked
  if ('action' in asked && asked.action === 'fund') {
    const row = await findQuestRow(context.db, questId)
    // Looks at what is on chain, as often as it is asked to; there is nothing to do twice.
    await railOf(row).fund(context, caller, row)
    return readQuest(context, questId)
  }
  if ('action' in asked && asked.action === 'paid') {
    const row = await findQuestRow(context.db, questId)
    const { farmer, txHash, chainId = null } = asked
    await railOf(row).takePayment(context, caller, row, { farmer: toAddress(farmer), txHash, chainId }, use)
    return readQuestFor(context, caller, questId)
  }
  if ('action' in asked && beginning.has(asked.action)) await requireUnfrozen(context.db, caller)
  if ('action' in asked && asked.action === 'accept') await requireReceiver(context, questId, caller, 'You')
  if ('action' in asked && asked.action === 'admit') {
    await requireOtherUnfrozen(context.db, toAddress(asked.farmer))
    await requireReceiver(context, questId, toAddress(asked.farmer), 'This farmer')
  }
  const row =
    'action' in asked && asked.action === 'edit'
      ? await editQuest(context, caller, asked, use)
      : await change(context, questId, toCommand(caller, asked), use)
  return showFor(context, caller, row)
}

/** What a frozen wallet may not do; the rest ends what is under way. */
const beginning: ReadonlySet<string> = new Set(['accept', 'edit', 'review'])

/** The quest as it is now, as somebody sees it who acted on it. @throws NotFoundError */
export async function readQuestFor(context: Context, caller: Address, questId: string): Promise<Quest> {
  return showFor(context, caller, await findQuestRow(context.db, questId))
}

async function showFor(context: Context, caller: Address, row: FoundRow): Promise<Quest> {
  const [{ quest }, application] = await Promise.all([
    readPart(context, row),
    row.admission === 'application' ? readOwnApplication(context.db, row, caller) : null,
  ])
  return application === null ? quest : { ...quest, application }
}

type Asked = Exclude<QuestChange, { action: 'fund' | 'edit' | 'paid' }>

/** The command that somebody's request means. */
function toCommand(by: Address, asked: Asked): Command {
  if ('status' in asked) return toStatusCommand(by, asked)
  switch (asked.action) {
    case 'accept':
      return { kind: 'accept', by, note: asked.note || null }
    case 'withdraw':
    case 'keep':
      return { kind: asked.action, by }
    case 'admit':
      return { kind: 'admit', by, farmer: toAddress(asked.farmer) }
    case 'decline':
    case 'remove':
      return { kind: asked.action, by, farmer: toAddress(asked.farmer), reason: asked.reason || null }
    case 'submit':
      return { kind: 'submit', by, url: asked.url || null, note: asked.note || null }
    case 'approve':
      return { kind: 'approve', by, farmer: toAddress(asked.farmer) }
    case 'dispute':
      return { kind: 'dispute', by, farmer: toAddress(asked.farmer), reason: asked.reason }
    case 'return':
      return { kind: 'return', by, farmer: toAddress(asked.farmer), note: asked.note }
    case 'answer':
    case 'add-evidence':
    case 'concede':
    case 'resolve':
      return toJudgingCommand(by, asked)
    case 'review': {
      const { rating, comment = '' } = asked
      return { kind: 'review', by, reviewee: toAddress(asked.address), rating, comment }
    }
  }
}

function toStatusCommand(by: Address, asked: QuestStatusChange): Command {
  const status = findStatus(asked.status)
  if (status === null) throw new BadRequestError(`status must be one of ${questStatuses.join(', ')}.`)
  if (status === 'completed') return { kind: 'complete', by }
  if (status === 'cancelled') return { kind: 'cancel', by }
  return { kind: 'set-status', by, status }
}
