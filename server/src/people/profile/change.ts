import type { Profile, ProfileChange } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { ProfileRow } from '@furrow/storage/tables.ts'
import { isUniqueViolation, transaction } from '@furrow/storage/transaction.ts'
import { type Address, toAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ForbiddenError } from '../../ground/errors.ts'
import { holdGuild, moveMember } from '../../rules/points/guilds.ts'
import { refreshCoAuthored } from './co-authored.ts'
import { linkAccount, type PinWork, readProvenAccount } from './codehost-account.ts'
import { readNameColumns, requireNoCopy } from './display-name.ts'
import { readEnsColumns, takeEnsName } from './ens-name.ts'
import { passkeyTaken, readPasskeyColumns } from './passkey.ts'
import { readOwnProfile } from './profile.ts'
import { requireProfile } from './rows.ts'
import { areSkillsStale, findBySkills } from './skills.ts'
import { writeTexts } from './texts.ts'

/**
 * Fields that are not given stay as they are.
 * @throws ForbiddenError where the request names another address; BadRequestError for somebody else's name;
 *   UnavailableError where ENS or the code host would have to confirm something and cannot be asked.
 */
export async function changeProfile(
  context: Context,
  caller: Address,
  change: ProfileChange,
  pinWork: PinWork,
): Promise<Profile> {
  if (change.address !== undefined) requireOwnAddress(caller, change.address)
  if (change.giverProfile?.website) requireWebUrl(change.giverProfile.website)
  const name =
    change.displayName === undefined ? null : await readNameColumns(context, caller, change.displayName)
  const passkey = await readPasskeyColumns(context, caller, change.passkey)
  const columns = { ...textColumns(change), ...name, ...passkey }
  if (concernsOthers(change)) await changeNames(context, caller, change, columns, pinWork)
  else await writeTexts(context, caller, columns)
  if (name !== null) await requireNoCopy(context, caller, name)
  const { profile, row } = await readOwnProfile(context, caller)
  if (areSkillsStale(row)) await findBySkills(context, caller)
  return profile
}

/** Names and passkeys belong to one address each, and guilds have a score. */
function concernsOthers({
  codehostToken,
  codehostUsername,
  ensAddress,
  farmerProfile,
  passkey,
}: ProfileChange): boolean {
  return [codehostToken, codehostUsername, ensAddress, farmerProfile?.guild, passkey].some(
    value => value !== undefined,
  )
}

async function changeNames(
  context: Context,
  caller: Address,
  change: ProfileChange,
  columns: Partial<ProfileRow>,
  pinWork: PinWork,
): Promise<void> {
  const account = await readProvenAccount(context, change)
  const ens =
    change.ensAddress === undefined ? null : await readEnsColumns(context, caller, change.ensAddress)
  // Beside a proof, a typed name is ignored.
  const username = account === null ? change.codehostUsername : undefined
  await transaction(context.db, async trx => {
    const before = await requireProfile({ ...context, db: trx }, caller)
    const from = change.farmerProfile?.guild === undefined ? before.guild : await holdGuild(trx, caller)
    if (ens !== null) await takeEnsName(trx, caller, ens)
    if (account !== null) await linkAccount(trx, context, caller, account, pinWork)
    if (username) await requireFree(trx, caller, username)
    if (username !== undefined) await refreshCoAuthored(trx, caller)
    const after = await trx
      .updateTable('profiles')
      .set({
        ...columns,
        ...ens,
        ...(username !== undefined && codehostColumns(before, username)),
        updated_at: context.clock.now(),
      })
      .where('address', '=', caller)
      .returning('guild')
      .executeTakeFirstOrThrow()
    const moved = { address: caller, from, to: after.guild }
    if (change.farmerProfile?.guild !== undefined && from !== after.guild)
      await moveMember(trx, context.config, context.clock.now(), moved)
  }).catch(error => {
    // Somebody else claimed it between the look and the update.
    if (isUniqueViolation(error) && columns.passkey_id) throw passkeyTaken()
    if (isUniqueViolation(error))
      throw new BadRequestError('This name belongs to another address.', { code: 'name-taken' })
    throw error
  })
}

/** @throws ForbiddenError */
export function requireOwnAddress(caller: Address, named: string): void {
  if (toAddress(named) !== caller)
    throw new ForbiddenError('You can change your own profile only.', { code: 'own-address-only' })
}

/** Only the columns that the request names, so that two changes at once lose neither's fields. */
function textColumns(change: ProfileChange): Partial<ProfileRow> {
  const { codehostCommands, language, listed, profilePhoto, vouchedListed } = change
  const { farmerProfile: farmer = {}, giverProfile: giver = {} } = change
  return {
    ...(profilePhoto !== undefined && { profile_photo: profilePhoto }),
    ...(listed !== undefined && { listed: listed ? 1 : 0 }),
    ...(language !== undefined && { language }),
    ...(codehostCommands !== undefined && { codehost_commands: codehostCommands ? 1 : 0 }),
    ...(vouchedListed !== undefined && { vouched_listed: vouchedListed ? 1 : 0 }),
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

async function requireFree(trx: Db, caller: Address, username: string): Promise<void> {
  const other = await trx
    .selectFrom('profiles')
    .select('address')
    .where('codehost_login', '=', username.toLowerCase())
    .where('address', '!=', caller)
    .executeTakeFirst()
  if (other !== undefined)
    throw new BadRequestError('This codehostUsername belongs to another address.', { code: 'account-taken' })
}

function requireWebUrl(text: string): void {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new BadRequestError('giverProfile.website must be an http(s) URL.')
}
