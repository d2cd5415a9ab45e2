import { type Quest, type QuestChange, type QuestStatusChange, questStatuses } from '@furrow/sdk/contract'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import { requireOtherUnfrozen } from '../../access/restraints/frozen.ts'
import { type Address, toAddress } from '../../ground/address.ts'
import { second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ChangedError } from '../../ground/errors.ts'
import type { Command } from '../../rules/lifecycle/commands/all.ts'
import type { Via } from '../../rules/lifecycle/commands/sent.ts'
import { changeAndRead, type ReadRow } from '../change/change.ts'
import { requireApproval } from '../rails/chain-rail/approvals.ts'
import { requireReceiver } from '../rails/chain-rail/receiver.ts'
import { railOf } from '../rails/rails.ts'
import { freshenTrust } from '../trust/repository-list.ts'
import { readOwnApplication } from './applications.ts'
import { toContestCommand } from './contest-act.ts'
import { editQuest } from './edit.ts'
import { findStatus } from './filters.ts'
import { toJudgingCommand } from './judge.ts'
import { findQuestRow, readPart, readQuest } from './one-quest.ts'
import { toSharingCommand } from './sharing.ts'
import { readTermsAsRead } from './terms-since.ts'

/** @throws NotFoundError; HttpError where the rules refuse it; UnavailableError where an outside source gives no answer. */
export async function actOnQuest(
  context: Context,
  caller: Address,
  asked: QuestChange,
  use: KeyUse | null = null,
  via: Via = null,
): Promise<Quest> {
  const { questId } = asked
  if ('action' in asked && asked.action === 'fund') {
    const row = await findQuestRow(context.db, questId)
    // Reads the chain as often as it is asked to; nothing can be done twice.
    await railOf(row).fund(context, caller, row)
    return readQuest(context, questId)
  }
  if ('action' in asked && asked.action === 'paid') {
    const row = await findQuestRow(context.db, questId)
    const { farmer, txHash, chainId = null } = asked
    await railOf(row).takePayment(
      context,
      caller,
      row,
      { farmer: toAddress(farmer), txHash, chainId, via },
      use,
    )
    return readQuestFor(context, caller, questId)
  }
  if ('action' in asked && asked.action === 'accept')
    await Promise.all([requireReceiver(context, questId, caller, 'You'), freshenTrust(context, questId)])
  if ('action' in asked && asked.action === 'admit') {
    await requireOtherUnfrozen(context.db, toAddress(asked.farmer))
    await requireReceiver(context, questId, toAddress(asked.farmer), 'This farmer')
  }
  return showFor(context, caller, await carryOut(context, caller, asked, { use, via }))
}

async function carryOut(
  context: Context,
  caller: Address,
  asked: Asked | QuestEditRequest,
  how: How,
): Promise<ReadRow> {
  const { use, via } = how
  if (!('action' in asked))
    return changeAndRead(context, asked.questId, { ...toStatusCommand(caller, asked), via }, use)
  if (asked.action === 'edit') return { row: await editQuest(context, caller, asked, how) }
  if (asked.action === 'sign-approval') return signApproval(context, caller, asked, how)
  if (asked.action === 'accept') return acceptQuest(context, caller, asked, how)
  return changeAndRead(context, asked.questId, { ...toCommand(caller, asked), via }, use)
}

type How = { readonly use: KeyUse | null; readonly via: Via }
type QuestEditRequest = Extract<QuestChange, { action: 'edit' }>

/** A place is taken on the terms that its farmer read; they are looked up only where the quest was updated since. */
async function acceptQuest(
  context: Context,
  by: Address,
  { questId, note, answers = [], expectedUpdatedAt }: Extract<Asked, { action: 'accept' }>,
  { use, via }: How,
): Promise<ReadRow> {
  const command = { kind: 'accept', by, note: note || null, answers, via } as const
  if (expectedUpdatedAt === undefined) return changeAndRead(context, questId, command, use)
  const updatedAt = Date.parse(expectedUpdatedAt)
  try {
    return await changeAndRead(context, questId, { ...command, read: { updatedAt, revision: null } }, use)
  } catch (error) {
    if (!(error instanceof ChangedError)) throw error
    const read = await readTermsAsRead(context.db, questId, updatedAt)
    return changeAndRead(context, questId, { ...command, read }, use)
  }
}

/** The chain is asked about the signature first; the rules judge the work as it is at the write. */
async function signApproval(
  context: Context,
  by: Address,
  { questId, deadline, ...asked }: Extract<Asked, { action: 'sign-approval' }>,
  { use, via }: How,
): Promise<ReadRow> {
  const farmer = toAddress(asked.farmer)
  const quest = await findQuestRow(context.db, questId)
  const signature = await requireApproval(context, by, quest, { ...asked, farmer, deadline })
  const command = { kind: 'sign-approval', by, farmer, until: deadline * second, signature, via } as const
  return changeAndRead(context, questId, command, use)
}

/** @throws NotFoundError */
export async function readQuestFor(context: Context, caller: Address, questId: string): Promise<Quest> {
  return showFor(context, caller, { row: await findQuestRow(context.db, questId) })
}

async function showFor(context: Context, caller: Address, { row, ...known }: ReadRow): Promise<Quest> {
  const [{ quest }, application] = await Promise.all([
    readPart(context, row, known),
    row.admission === 'application' ? readOwnApplication(context, row, caller) : null,
  ])
  return application === null ? quest : { ...quest, application }
}

type Asked = Exclude<QuestChange, { action: 'fund' | 'edit' | 'paid' }>

function toCommand(
  by: Address,
  asked: Exclude<Asked, QuestStatusChange | { readonly action: 'accept' | 'sign-approval' }>,
): Command {
  switch (asked.action) {
    case 'withdraw':
    case 'keep':
      return { kind: asked.action, by }
    case 'admit':
      return { kind: 'admit', by, farmer: toAddress(asked.farmer) }
    case 'decline':
    case 'remove':
      return { kind: asked.action, by, farmer: toAddress(asked.farmer), reason: asked.reason || null }
    case 'extend':
      return { kind: 'extend', by, farmer: toAddress(asked.farmer), until: Date.parse(asked.until) }
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
    case 'propose-part':
    case 'agree':
    case 'resolve':
      return toJudgingCommand(by, asked)
    case 'rank':
    case 'dispute-ranking':
    case 'resolve-ranking':
      return toContestCommand(by, asked)
    case 'share':
    case 'agree-to-share':
    case 'refuse-share':
      return toSharingCommand(by, asked)
    case 'confirm-payment':
      return {
        kind: 'confirm-payment',
        by,
        farmer: asked.farmer === undefined ? by : toAddress(asked.farmer),
      }
    case 'say-paid':
      return {
        kind: 'say-paid',
        by,
        farmer: toAddress(asked.farmer),
        transaction: asked.txHash?.toLowerCase() ?? null,
      }
    case 'not-received':
      return { kind: 'not-received', by }
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
