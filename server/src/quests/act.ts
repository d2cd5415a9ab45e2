import { type Quest, type QuestChange, type QuestStatusChange, questStatuses } from '@furrow/sdk/contract'
import { type Address, toAddress } from '../address.ts'
import { change } from '../change/change.ts'
import type { Context } from '../context.ts'
import { BadRequestError } from '../errors.ts'
import type { KeyUse } from '../idempotency/kept-keys.ts'
import type { Command } from '../lifecycle/commands.ts'
import { railOf } from '../rails/rails.ts'
import { findStatus } from './filters.ts'
import { findQuestRow, readPart, readQuest } from './one-quest.ts'

/**
 * Does what a PATCH asks of a quest, and gives the quest after it.
 * @throws NotFoundError; BadRequestError or ForbiddenError with a sentence where the rules refuse it.
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
    return readQuest(context.db, questId)
  }
  const { quest } = await readPart(context.db, await change(context, questId, toCommand(caller, asked), use))
  return quest
}

type Asked = Exclude<QuestChange, { action: 'fund' }>

/** The command that somebody's request means. */
function toCommand(by: Address, asked: Asked): Command {
  if ('status' in asked) return toStatusCommand(by, asked)
  switch (asked.action) {
    case 'accept':
    case 'withdraw':
      return { kind: asked.action, by }
    case 'submit':
      return { kind: 'submit', by, url: asked.url || null, note: asked.note || null }
    case 'approve':
      return { kind: 'approve', by, farmer: toAddress(asked.farmer) }
    case 'dispute':
      return { kind: 'dispute', by, farmer: toAddress(asked.farmer), reason: asked.reason }
    case 'resolve':
      return { kind: 'resolve', by, farmer: toAddress(asked.farmer), outcome: asked.outcome }
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
  return { kind: 'keep-status', by, status }
}
