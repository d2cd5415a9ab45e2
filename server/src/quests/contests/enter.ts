import type { ContestEntry, NewContestEntry } from '@furrow/sdk/contract'
import type { ContestEntryRow } from '@furrow/storage/contest-tables.ts'
import type { Db } from '@furrow/storage/db.ts'
import { isUniqueViolation, transaction } from '@furrow/storage/transaction.ts'
import { writeAll } from '@furrow/storage/write-all.ts'
import { createWrites } from '@furrow/storage/writes.ts'
import { sql } from 'kysely'
import type { Spend } from '../../access/quotas/kinds.ts'
import { withinQuota, writeSpends } from '../../access/quotas/spend.ts'
import { requireUnfrozen } from '../../access/restraints/frozen.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, NotFoundError } from '../../ground/errors.ts'
import { createId } from '../../ground/ids.ts'
import { sealPrivate } from '../../people/mail/private-text.ts'
import type { Via } from '../../rules/lifecycle/commands/sent.ts'
import { requireMayEnter, requireTakesEntries } from '../../rules/lifecycle/entering.ts'
import { type Known, nothingKnown } from '../../rules/lifecycle/rules.ts'
import { rulesOf } from '../change/decide-batch.ts'
import { holdPlaces } from '../change/hold-places.ts'
import { type Applicants, readApplicants } from '../change/load-applicants.ts'
import { loadChain } from '../change/load-chain.ts'
import { lockQuest } from '../change/lock.ts'
import { askRule } from '../change/refused.ts'
import { toQuest } from '../change/rows.ts'
import { showOwnEntry } from './entries.ts'

type Entrant = { readonly address: Address; readonly via: Via }

/**
 * Enters a contest, or changes the own entry, until its entries are closed. The quest is locked meanwhile, so that there are
 * never more entries than it takes, and one for each wallet and account.
 * @throws NotFoundError; ForbiddenError for a frozen wallet; HttpError where the rules refuse it.
 */
export async function enterContest(
  context: Context,
  entrant: Entrant,
  asked: NewContestEntry,
): Promise<ContestEntry> {
  for (const link of asked.links ?? [])
    if (!/^https?:\/\//i.test(link))
      throw new BadRequestError('links must begin with https:// or http://.', { code: 'link-invalid' })
  const { db } = context
  const before = await findEntry(db, asked.questId, entrant.address)
  // Only a new one is a part of the day's applications.
  const enter = (spends: readonly Spend[]) =>
    transaction(db, trx => write(trx, context, entrant, asked, spends))
  const row =
    before !== undefined
      ? await enter([])
      : await withinQuota(context, { address: entrant.address, kind: 'applications' }, spend =>
          enter([spend]),
        ).catch(error => {
          if (isUniqueViolation(error)) return enter([])
          throw error
        })
  return showOwnEntry(context, row)
}

function findEntry(db: Db, questId: string, farmer: Address): Promise<ContestEntryRow | undefined> {
  return db
    .selectFrom('contest_entries')
    .selectAll()
    .where('quest_id', '=', questId)
    .where('farmer', '=', farmer)
    .executeTakeFirst()
}

async function write(
  trx: Db,
  context: Context,
  { address, via }: Entrant,
  { questId, text, links = [] }: NewContestEntry,
  spends: readonly Spend[],
): Promise<ContestEntryRow> {
  const rules = rulesOf(context)
  const { now } = rules
  const row = await lockQuest(trx, questId)
  const quest = toQuest(row, (await loadChain(trx, context.escrows, [row], [])).depositOf(questId), [])
  const [before, applicants] = await Promise.all([
    findEntry(trx, questId, address),
    readApplicants(trx, [{ quest_id: questId, address }], rules),
    requireUnfrozen(trx, address),
  ])
  const account = applicants.applicants.get(address)?.account ?? null
  const accountEntered = before === undefined && (await hasEntered(trx, questId, account))
  const entering = { by: address, via, again: before !== undefined, accountEntered }
  askRule(now, () => requireMayEnter(quest, entering, rules, knownOf(applicants, questId, address)))
  const keys = context.secrets.sealing
  const said = {
    text: sealPrivate(keys, text),
    links: sealPrivate(keys, links.length === 0 ? null : JSON.stringify(links)),
    updated_at: now,
  }
  const entry: ContestEntryRow = {
    quest_id: questId,
    farmer: address,
    id: createId('entry', now),
    account,
    at: now,
    hidden_at: null,
    prize: null,
    part: null,
    word: null,
    outcome: null,
    votes: null,
    ...before,
    ...said,
  }
  const writes = createWrites()
  if (before !== undefined) writes.set('contest_entries', ['quest_id', 'farmer'], entry)
  else {
    await hold(trx, rules, applicants, questId, address)
    writes.insert('contest_entries', entry)
    if (spends.length > 0) writeSpends(writes, context, spends)
    await countEntries(trx, questId, 1)
    writes.count('quests')
  }
  await writeAll(trx, writes)
  return entry
}

async function hasEntered(trx: Db, questId: string, account: string | null): Promise<boolean> {
  if (account === null) return false
  const row = await trx
    .selectFrom('contest_entries')
    .select('farmer')
    .where('quest_id', '=', questId)
    .where('account', '=', account)
    .executeTakeFirst()
  return row !== undefined
}

function knownOf({ applicants, blocked, hadPart, here }: Applicants, questId: string, by: Address): Known {
  const key = `${questId} ${by}`
  return {
    ...nothingKnown,
    applicant: applicants.get(by) ?? null,
    hadPart: hadPart.has(key),
    isBlocked: blocked.has(key),
    trust: here.get(key)?.trust ?? nothingKnown.trust,
  }
}

/** As a place: another process that gives them one at the same moment counts again. */
async function hold(
  trx: Db,
  rules: ReturnType<typeof rulesOf>,
  { applicants: takes }: Applicants,
  questId: string,
  farmer: Address,
): Promise<void> {
  const deed = { kind: 'accepted', farmer, again: false } as const
  const about = { skills: '[]', token: '' }
  await holdPlaces(trx, rules, { takes }, [{ at: rules.now, questId, about, deed }], new Set())
}

/** The quest is locked. Its number of entries is on every card, so that cached ones are made anew. */
async function countEntries(trx: Db, questId: string, more: number): Promise<void> {
  await sql`update quests set contest_entries = contest_entries + ${more}, erasures = erasures + 1
    where id = ${questId}`.execute(trx)
}

/** @throws NotFoundError where they have none; BadRequestError once the entries are closed. */
export async function withdrawEntry(context: Context, address: Address, questId: string): Promise<void> {
  const rules = rulesOf(context)
  await transaction(context.db, async trx => {
    const quest = toQuest(await lockQuest(trx, questId), null, [])
    askRule(rules.now, () => requireTakesEntries({ ...quest, hidden: false }, rules))
    const { numDeletedRows } = await trx
      .deleteFrom('contest_entries')
      .where('quest_id', '=', questId)
      .where('farmer', '=', address)
      .executeTakeFirst()
    if (numDeletedRows === 0n)
      throw new NotFoundError('You have no entry in this contest.', { code: 'entry-not-found' })
    await countEntries(trx, questId, -1)
    const writes = createWrites()
    writes.count('quests')
    await writeAll(trx, writes)
  })
}
