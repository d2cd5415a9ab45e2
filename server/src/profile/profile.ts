import type { Profile, ProfileChange } from '@furrow/sdk/contract'
import { type Address, checksum, toAddress } from '../address.ts'
import { linkAccount, readProvenAccount } from '../codehost/linking.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { countChange } from '../db/revisions.ts'
import type { ProfileRow } from '../db/tables.ts'
import { isUniqueViolation, transaction } from '../db/transaction.ts'
import { BadRequestError, ForbiddenError, NotFoundError } from '../errors.ts'
import { readBadges } from './badges.ts'
import { type EnsColumns, readEnsColumns, refreshEnsName, takeEnsName } from './ens-name.ts'
import { readFarmerStats } from './farmer-stats.ts'
import { readGiverStats } from './giver-stats.ts'

/**
 * An address's public profile.
 * @throws NotFoundError where there is none, unless `init` asks to create it.
 */
export async function readProfile(context: Context, address: Address, init: boolean): Promise<Profile> {
  const row =
    (await findProfile(context.db, address)) ?? (init ? await createProfile(context, address) : null)
  if (row === null) throw new NotFoundError('There is no profile of this address yet.')
  return showProfile(context, row)
}

/**
 * Changes the caller's own profile, and creates it where there is none. Fields that are not given stay as they are.
 * @throws ForbiddenError where the request names another address; BadRequestError for a name that is somebody else's;
 *   UnavailableError where ENS or the code host would have to confirm something and cannot be asked.
 */
export async function changeProfile(
  context: Context,
  caller: Address,
  change: ProfileChange,
): Promise<Profile> {
  if (change.address !== undefined) requireOwnAddress(caller, change.address)
  if (change.giverProfile?.website) requireWebUrl(change.giverProfile.website)

  const account = await readProvenAccount(context, change)
  const ens =
    change.ensAddress === undefined ? null : await readEnsColumns(context, caller, change.ensAddress)
  const row = await transaction(context.db, async trx => {
    const before = (await findProfile(trx, caller)) ?? (await createProfile({ ...context, db: trx }, caller))
    const changes = columnsOf(before, account === null ? change : omitUsername(change), ens)
    if (ens !== null) await takeEnsName(trx, caller, ens)
    if (account !== null) await linkAccount(trx, context, caller, account)
    await requireFree(trx, caller, 'codehost_login', changes.codehost_login, 'codehostUsername')
    const after = await trx
      .updateTable('profiles')
      .set({ ...changes, updated_at: context.clock.now() })
      .where('address', '=', caller)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (after.guild !== before.guild) await countChange(trx, 'leaderboard')
    return after
  }).catch(error => {
    // Somebody else claimed it between the look and the update.
    if (isUniqueViolation(error)) throw new BadRequestError('This name belongs to another address.')
    throw error
  })
  return showProfile(context, row)
}

/** @throws ForbiddenError */
export function requireOwnAddress(caller: Address, named: string): void {
  if (toAddress(named) !== caller) throw new ForbiddenError('You can change your own profile only.')
}

/** Only the columns that the request names, so that two changes at once lose neither's fields. */
function columnsOf(before: ProfileRow, change: ProfileChange, ens: EnsColumns | null): Partial<ProfileRow> {
  const { farmerProfile: farmer = {}, giverProfile: giver = {} } = change
  return {
    ...ens,
    ...(change.codehostUsername !== undefined && codehostColumns(before, change.codehostUsername)),
    ...(change.profilePhoto !== undefined && { profile_photo: change.profilePhoto }),
    ...(farmer.bio !== undefined && { bio: farmer.bio }),
    ...(farmer.skills !== undefined && { skills: JSON.stringify(farmer.skills) }),
    ...(farmer.guild !== undefined && { guild: farmer.guild }),
    ...(giver.organization !== undefined && { organization: giver.organization }),
    ...(giver.website !== undefined && { website: giver.website }),
    ...(giver.bio !== undefined && { giver_bio: giver.bio }),
  }
}

/** A typed name is a claim: it takes the proof away from another name, and leaves it with the same one. */
function codehostColumns(before: ProfileRow, username: string | null): Partial<ProfileRow> {
  const login = username?.toLowerCase() ?? null
  if (login === before.codehost_login && login !== null) return {}
  return { codehost_username: username, codehost_login: login, codehost_id: null }
}

function omitUsername({ codehostUsername: _, ...change }: ProfileChange): ProfileChange {
  return change
}

async function requireFree(
  trx: Db,
  caller: Address,
  column: 'codehost_login',
  value: string | null | undefined,
  field: string,
): Promise<void> {
  if (value === null || value === undefined) return
  const other = await trx
    .selectFrom('profiles')
    .select('address')
    .where(column, '=', value)
    .where('address', '!=', caller)
    .executeTakeFirst()
  if (other !== undefined) throw new BadRequestError(`This ${field} belongs to another address.`)
}

function requireWebUrl(text: string): void {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new BadRequestError('giverProfile.website must be an http(s) URL.')
}

async function findProfile(db: Db, address: Address): Promise<ProfileRow | null> {
  const row = await db.selectFrom('profiles').selectAll().where('address', '=', address).executeTakeFirst()
  return row ?? null
}

/** For a caller who may not have a profile yet. */
export async function requireProfile(context: Context, address: Address): Promise<ProfileRow> {
  return (await findProfile(context.db, address)) ?? (await createProfile(context, address))
}

async function createProfile({ db, clock }: Context, address: Address): Promise<ProfileRow> {
  const now = clock.now()
  await db
    .insertInto('profiles')
    .values({
      address,
      ens_address: null,
      ens_verified: 0,
      ens_check_at: 0,
      profile_photo: '',
      bio: '',
      skills: '[]',
      guild: null,
      organization: '',
      website: '',
      giver_bio: '',
      codehost_username: null,
      codehost_login: null,
      codehost_id: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return db.selectFrom('profiles').selectAll().where('address', '=', address).executeTakeFirstOrThrow()
}

async function showProfile(context: Context, stored: ProfileRow): Promise<Profile> {
  const { address } = stored
  const row = await refreshEnsName(context, stored)
  const member = await context.db
    .selectFrom('dao_members')
    .select('title')
    .where('address', '=', address)
    .executeTakeFirst()
  return {
    address: checksum(address),
    ensAddress: row.ens_address,
    codehostUsername: row.codehost_username,
    codehostVerified: row.codehost_id !== null && row.codehost_username !== null,
    profilePhoto: row.profile_photo,
    farmerProfile: await showFarmer(context, address, row),
    giverProfile: {
      organization: row.organization,
      website: row.website,
      bio: row.giver_bio,
      ...(await readGiverStats(context.db, address)),
    },
    badges: await readBadges(context.db, address),
    genesisDAO: { isMember: member !== undefined, title: member?.title ?? '' },
  }
}

/** The farmer's side of an address, which may have no profile yet. */
export async function readFarmer(context: Context, address: Address): Promise<Profile['farmerProfile']> {
  return showFarmer(context, address, await findProfile(context.db, address))
}

async function showFarmer(
  context: Context,
  address: Address,
  row: Pick<ProfileRow, 'bio' | 'skills' | 'guild'> | null,
): Promise<Profile['farmerProfile']> {
  return {
    bio: row?.bio ?? '',
    skills: JSON.parse(row?.skills ?? '[]') as string[],
    guild: row?.guild ?? null,
    ...(await readFarmerStats(context, address)),
  }
}
