import type { Invitation, NewInvitation } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import { isUniqueViolation } from '@furrow/storage/transaction.ts'
import { commit } from '../../access/commit.ts'
import type { Done, KeyUse } from '../../access/idempotency/kept-keys.ts'
import { requireOtherUnfrozen } from '../../access/restraints/frozen.ts'
import { type Address, checksum, toAddress, zeroAddress } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ForbiddenError, NotFoundError } from '../../ground/errors.ts'
import { createId } from '../../ground/ids.ts'
import { copyFor, type Letter } from '../../people/mail/letter.ts'
import { type Catalogue, wordLetter } from '../../people/mail/notices/catalogue.ts'
import { catalogueFor, readLanguages } from '../../people/mail/notices/languages.ts'
import { readTies } from '../../people/mail/ties.ts'
import { stoppedSentence } from '../../rules/lifecycle/stopped.ts'
import { hidden } from '../change/few-farmers.ts'
import { requireReceiver } from '../rails/chain-rail/receiver.ts'
import { showFunds } from '../rails/rails.ts'
import { findQuestRow } from './one-quest.ts'

/**
 * The farmer can answer, or block. @throws NotFoundError; ForbiddenError for another's quest, or where the farmer
 * blocks them; BadRequestError where it takes nobody, or they are in it; TooManyRequestsError for one too many in a
 * day.
 */
export async function invite(
  context: Context,
  giver: Address,
  asked: NewInvitation,
  use: KeyUse | null = null,
): Promise<Invitation> {
  const { clock, db } = context
  const farmer = toAddress(asked.address)
  const quest = await findQuestRow(db, asked.questId)
  await requireOtherUnfrozen(db, farmer)
  await requireOpen(context, quest, giver)
  await requireNew(db, quest, farmer)
  const [tie] = await readTies(db, [{ sender: giver, recipient: farmer }])
  if (tie?.blocked)
    throw new ForbiddenError('This farmer takes no letters from you.', { code: 'blocked-by-recipient' })
  await requireReceiver(context, quest.id, farmer, 'This farmer')

  const at = clock.now()
  const languages = await readLanguages(db, [farmer, giver])
  const letterFor = writeLetter(quest, farmer, asked.note ?? '', at)
  const copyOf = (owner: Address) => copyFor(context, owner, letterFor(catalogueFor(languages, owner)))
  const terms = { key: { use, made: quest.id, at }, spends: [{ address: giver, kind: 'invites' }] } as const
  await commit(context, terms, writes => {
    writes.insert('invites', { quest_id: quest.id, farmer, giver, at, declined_at: null })
    writes.insert('mail', copyOf(farmer), { ...copyOf(giver), read: 1 })
    if (!tie?.wrote)
      writes.insertNew('correspondents', ['sender', 'recipient'], { sender: giver, recipient: farmer })
  }).catch(error => {
    if (isUniqueViolation(error)) throw invitedBefore()
    throw error
  })
  return showInvited(asked, { made: quest.id, at })
}

export function showInvited({ address, note = '' }: NewInvitation, { made, at }: Done): Invitation {
  return { questId: made, address: checksum(toAddress(address)), note, invitedAt: instant(at) }
}

/** Ends the reminders. @throws NotFoundError where there is no invitation, or it was declined before. */
export async function declineInvite({ clock, db }: Context, farmer: Address, questId: string): Promise<void> {
  const declined = await db
    .updateTable('invites')
    .set({ declined_at: clock.now() })
    .where('quest_id', '=', questId)
    .where('farmer', '=', farmer)
    .where('declined_at', 'is', null)
    .returning('quest_id')
    .executeTakeFirst()
  if (declined === undefined)
    throw new NotFoundError('You have no invitation to this quest.', { code: 'invitation-not-found' })
}

async function requireOpen(context: Context, quest: QuestRow, giver: Address): Promise<void> {
  if (quest.giver !== giver)
    throw new ForbiddenError('Only its giver may invite to a quest.', { code: 'giver-only' })
  if (quest.hidden_at !== null)
    throw new BadRequestError('A moderator has hidden this quest: it takes nobody new.', {
      code: 'quest-hidden',
    })
  const isPast = quest.deadline !== null && quest.deadline <= context.clock.now()
  if (quest.status !== 'open' || isPast)
    throw new BadRequestError('This quest takes no farmers: only an open one can be invited to.', {
      code: 'quest-closed',
    })
  const funds = (await showFunds(context, [quest])).get(quest.id)
  if (funds?.more.served === false)
    throw new BadRequestError(String(funds.more.problem), { code: 'funds-unserved' })
  if (funds?.more.stopped)
    throw new BadRequestError(stoppedSentence(funds.more.stopped), { code: 'escrow-stopped' })
  if (funds?.status === 'unfunded')
    throw new BadRequestError('This quest is not funded yet: pay into the escrow first.', {
      code: 'quest-unfunded',
    })
}

async function requireNew(db: Db, { id, giver }: QuestRow, farmer: Address): Promise<void> {
  if (farmer === giver) throw new BadRequestError('You cannot invite yourself.')
  if (farmer === zeroAddress) throw new BadRequestError('Nobody has the zero address.')
  const [place, before] = await Promise.all([
    db
      .selectFrom('assignments')
      .select('status')
      .where('quest_id', '=', id)
      .where('farmer', '=', farmer)
      .executeTakeFirst(),
    db
      .selectFrom('invites')
      .select('at')
      .where('quest_id', '=', id)
      .where('farmer', '=', farmer)
      .executeTakeFirst(),
  ])
  if (place !== undefined && !hidden.some(status => status === place.status))
    throw new BadRequestError('This farmer has a place in the quest already.', { code: 'has-place' })
  if (before !== undefined) throw invitedBefore()
}

function invitedBefore(): BadRequestError {
  return new BadRequestError('This farmer was invited to the quest already.', { code: 'invited-already' })
}

/** Each copy is in the language of its owner, so that the giver's tells nothing of the farmer's. */
function writeLetter(
  { id, giver, title, reward }: QuestRow,
  farmer: Address,
  note: string,
  at: number,
): (catalogue: Catalogue) => Letter {
  const values = { giver, reward, note: note.trim() || null }
  const sent = { id: createId('mail', at), from: giver, to: farmer, type: 'quest', at } as const
  return catalogue => ({
    ...sent,
    ...wordLetter(catalogue, { key: 'invited', values }, { id, title }),
    official: false,
    topic: 'invite',
    questId: id,
  })
}
