import type {
  CommunityDao,
  CommunityDaoChange,
  NewProposal,
  Obligation,
  Proposal,
} from '@furrow/sdk/contract'
import type { Selectable } from 'kysely'
import { type Address, checksum, toAddress } from '../address.ts'
import { instant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import { countChange } from '../db/revisions.ts'
import type { ProposalTable } from '../db/tables.ts'
import { again, transaction } from '../db/transaction.ts'
import { writeAll } from '../db/write-all.ts'
import { createWrites } from '../db/writes.ts'
import { ForbiddenError, NotFoundError } from '../errors.ts'
import { createId } from '../ids.ts'
import { awardBadges } from '../leaderboard/badges.ts'
import { fromLedger } from '../ledger/amounts.ts'
import { withinQuota, writeSpends } from '../quotas/spend.ts'

const shown = 1_000

/** The community's public record; proposals newest first. */
export async function readDao({ db, config }: Context): Promise<CommunityDao> {
  const dao = await db.selectFrom('dao').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
  const members = await db
    .selectFrom('dao_members')
    .selectAll()
    .orderBy('joined_at')
    .orderBy('address')
    .execute()
  const proposals = await db.selectFrom('proposals').selectAll().orderBy('id', 'desc').limit(shown).execute()
  return {
    genesisCreator: {
      address: config.genesisCreator === null ? null : checksum(config.genesisCreator),
      name: dao.creator_name,
    },
    members: members.map(({ address, title, joined_at }) => ({
      address: checksum(address),
      title,
      joinedAt: instant(joined_at),
    })),
    treasury: {
      balance: Number(dao.treasury_balance),
      token: dao.treasury_token,
      obligations: await readObligations(db),
    },
    proposals: proposals.map(showProposal),
  }
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
 * Anyone who is signed in may propose.
 * @throws TooManyRequestsError for one proposal too many in a day.
 */
export async function propose(context: Context, proposer: Address, draft: NewProposal): Promise<Proposal> {
  const now = context.clock.now()
  const { title, description, category } = draft
  const row = {
    id: createId('proposal', now),
    title,
    description,
    category,
    proposer,
    status: 'open' as const,
    created_at: now,
  }
  await withinQuota(context, { address: proposer, kind: 'proposals' }, async spend => {
    const writes = createWrites()
    writes.insert('proposals', row)
    writes.count('community_dao')
    writeSpends(writes, context, [spend])
    await again(() => writeAll(context.db, writes))
  })
  return showProposal(row)
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

function showProposal(row: Selectable<ProposalTable>): Proposal {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    proposer: checksum(row.proposer),
    status: row.status,
    createdAt: instant(row.created_at),
  }
}
