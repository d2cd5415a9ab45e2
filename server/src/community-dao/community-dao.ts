import type { CommunityDao, CommunityDaoChange, Obligation } from '@furrow/sdk/contract'
import { type Address, checksum, toAddress } from '../address.ts'
import { noteAct } from '../audit-log/notes.ts'
import { instant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import { countChange } from '../db/revisions.ts'
import { transaction } from '../db/transaction.ts'
import { writeAll } from '../db/write-all.ts'
import { createWrites } from '../db/writes.ts'
import { ForbiddenError, NotFoundError } from '../errors.ts'
import { awardBadges } from '../leaderboard/badges.ts'
import { fromLedger } from '../ledger/amounts.ts'
import { listProposals } from './proposals.ts'

export type DaoPage = { readonly dao: CommunityDao; readonly next: string | null }

/** The community's public record, with the first page of its proposals. */
export async function readDao(context: Context): Promise<DaoPage> {
  const people = await readPeople(context)
  const treasury = await readTreasury(context)
  const { proposals, next } = await listProposals(context.db, {})
  return { dao: { ...people, treasury, proposals }, next }
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

/** What the Genesis Creator declared, and what every payment changes. */
export async function readTreasury({ db }: Context): Promise<CommunityDao['treasury']> {
  const { treasury_balance: balance, treasury_token: token } = await readRow(db)
  return { balance: Number(balance), token, obligations: await readObligations(db) }
}

function readRow(db: Db) {
  return db.selectFrom('dao').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
}

/** What givers have promised in each token, from the ledger's running sums. */
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
 * The Genesis Creator's editing. Objects are merged field by field; `members` is the whole list.
 * @throws ForbiddenError for anyone else, and for everyone where no creator is configured.
 */
export async function changeDao(
  context: Context,
  caller: Address,
  change: CommunityDaoChange,
): Promise<void> {
  if (caller !== context.config.genesisCreator)
    throw new ForbiddenError('Only the Genesis Creator may change the community DAO.')
  const { genesisCreator: creator, treasury, members, proposals } = change
  const columns = {
    ...(creator?.name !== undefined && { creator_name: creator.name }),
    ...(treasury?.balance !== undefined && { treasury_balance: String(treasury.balance) }),
    ...(treasury?.token !== undefined && { treasury_token: treasury.token }),
  }
  await transaction(context.db, async trx => {
    if (Object.keys(columns).length > 0)
      await trx.updateTable('dao').set(columns).where('id', '=', 1).execute()
    if (members !== undefined) await replaceMembers(trx, members, context.clock.now())
    for (const { id, status } of proposals ?? []) {
      const { numUpdatedRows } = await trx
        .updateTable('proposals')
        .set({ status })
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new NotFoundError(`There is no proposal ${id}.`)
    }
    await countChange(trx, 'community_dao')
    const details = { genesisCreator: creator, treasury, members: members?.length, proposals }
    await noteAct(trx, context.clock.now(), { kind: 'community-dao', actor: caller, details })
  })
}

/** Who stays keeps the day of joining. */
async function replaceMembers(
  trx: Db,
  members: NonNullable<CommunityDaoChange['members']>,
  now: number,
): Promise<void> {
  const addresses = members.map(({ address }) => toAddress(address))
  const gone = trx.deleteFrom('dao_members')
  await (addresses.length > 0 ? gone.where('address', 'not in', addresses) : gone).execute()
  for (const { address, title } of members) await addMember(trx, toAddress(address), title, now)
}

/** Adds a member, or changes a member's title. */
async function addMember(trx: Db, address: Address, title: string, now: number): Promise<void> {
  await trx
    .insertInto('dao_members')
    .values({ address, title, joined_at: now })
    .onConflict(conflict => conflict.column('address').doUpdateSet({ title }))
    .execute()
  const writes = createWrites()
  awardBadges(writes, address, ['genesis-member'], now)
  await writeAll(trx, writes)
}

/** The configured Genesis Creator is a member from the first start on. */
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
