import type { CommunityDao, CommunityDaoChange, Obligation } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { countChange } from '@furrow/storage/revisions.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { noteAct } from '../../access/audit-trail/notes.ts'
import { type Address, checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ForbiddenError, NotFoundError } from '../../ground/errors.ts'
import { fromLedger } from '../../rules/ledger/amounts.ts'
import { openContestVotes } from './contest-votes.ts'
import { addMember, replaceMembers } from './members.ts'
import { openBegun } from './open-ballots.ts'
import { listProposals } from './proposals.ts'
import { changeSettings, readSettings, requireSettings } from './settings.ts'
import { placeColumns, readOnChain } from './treasury.ts'

export type DaoPage = { readonly dao: CommunityDao; readonly next: string | null }

export async function readDao(context: Context): Promise<DaoPage> {
  const people = await readPeople(context)
  const treasury = await readTreasury(context)
  const settings = await readSettings(context.db)
  const { proposals, next } = await listProposals(context.db, {})
  return { dao: { ...people, treasury, settings, proposals }, next }
}

export async function readPeople({
  db,
  config,
}: Context): Promise<Pick<CommunityDao, 'genesisCreator' | 'members'>> {
  const { creator_name: name } = await readRow(db)
  const members = await db
    .selectFrom('dao_members')
    .selectAll()
    .orderBy('joined_at')
    .orderBy('address')
    .execute()
  return {
    genesisCreator: {
      address: config.genesisCreator === null ? null : checksum(config.genesisCreator),
      name,
    },
    members: members.map(({ address, title, joined_at }) => ({
      address: checksum(address),
      title,
      joinedAt: instant(joined_at),
    })),
  }
}

/** The balance as the Genesis Creator declared it, and the obligations, which every payment changes. */
export async function readTreasury({ db }: Context): Promise<CommunityDao['treasury']> {
  const { treasury_balance: balance, treasury_token: token } = await readRow(db)
  const obligations = await readObligations(db)
  return { balance: Number(balance), token, onChain: await readOnChain(db), obligations }
}

function readRow(db: Db) {
  return db.selectFrom('dao').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
}

async function readObligations(db: Db): Promise<Obligation[]> {
  const shards = await db.selectFrom('ledger_sums').selectAll().orderBy('token').execute()
  return [...Map.groupBy(shards, ({ token }) => token)].map(([token, rows]) => {
    const sum = (account: 'promised' | 'in_review' | 'released' | 'refunded') =>
      rows.reduce((total, row) => total + BigInt(row[account]), 0n)
    return {
      token,
      promised: fromLedger(-sum('promised')),
      inReview: fromLedger(sum('in_review')),
      released: fromLedger(sum('released')),
      refunded: fromLedger(sum('refunded')),
    }
  })
}

/**
 * An edit by the Genesis Creator. Objects are merged field by field; `members` replaces the whole list.
 * @throws ForbiddenError for anyone else, and for everyone where no creator is configured.
 */
export async function changeDao(
  context: Context,
  caller: Address,
  change: CommunityDaoChange,
): Promise<void> {
  if (caller !== context.config.genesisCreator)
    throw new ForbiddenError('Only the Genesis Creator may change the community DAO.', {
      code: 'genesis-creator-only',
    })
  const { genesisCreator: creator, treasury, members, proposals, settings } = change
  if (settings !== undefined) requireSettings(settings, settings)
  const columns = {
    ...(creator?.name !== undefined && { creator_name: creator.name }),
    ...(treasury?.balance !== undefined && { treasury_balance: String(treasury.balance) }),
    ...(treasury?.token !== undefined && { treasury_token: treasury.token }),
    ...placeColumns(context, treasury?.onChain),
  }
  await transaction(context.db, async trx => {
    const now = context.clock.now()
    if (Object.keys(columns).length > 0)
      await trx.updateTable('dao').set(columns).where('id', '=', 1).execute()
    if (members !== undefined) {
      await openBegun(trx, context.config, now)
      await replaceMembers(trx, members, now)
    }
    if (settings !== undefined) {
      await openContestVotes(trx, context.config, now)
      await changeSettings(trx, settings)
    }
    for (const { id, status } of proposals ?? []) {
      await requireNoVote(trx, id)
      const { numUpdatedRows } = await trx
        .updateTable('proposals')
        .set({ status })
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n)
        throw new NotFoundError(`There is no proposal ${id}.`, { code: 'proposal-not-found' })
    }
    await countChange(trx, 'community_dao')
    const details = { genesisCreator: creator, treasury, members: members?.length, settings, proposals }
    await noteAct(trx, now, { kind: 'community-dao', actor: caller, details })
  })
}

/** A proposal with a vote is decided by the members. @throws BadRequestError */
async function requireNoVote(trx: Db, id: string): Promise<void> {
  const ballot = await trx
    .selectFrom('ballots')
    .select('proposal_id')
    .where('proposal_id', '=', id)
    .executeTakeFirst()
  if (ballot !== undefined)
    throw new BadRequestError(`The members decide proposal ${id} by their votes; its action can be vetoed.`, {
      code: 'members-decide',
    })
}

export async function enrolGenesisCreator({ db, config, clock }: Context): Promise<void> {
  const { genesisCreator } = config
  if (genesisCreator === null) return
  await transaction(db, async trx => {
    const member = await trx
      .selectFrom('dao_members')
      .select('address')
      .where('address', '=', genesisCreator)
      .executeTakeFirst()
    if (member !== undefined) return
    await addMember(trx, genesisCreator, 'Genesis Creator', clock.now())
    await countChange(trx, 'community_dao')
  })
}
