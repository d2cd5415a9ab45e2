import type { Db } from '@furrow/storage/db.ts'
import type { ProfileRow } from '@furrow/storage/tables.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'

export async function findProfile(db: Db, address: Address): Promise<ProfileRow | null> {
  const row = await db.selectFrom('profiles').selectAll().where('address', '=', address).executeTakeFirst()
  return row ?? null
}

export async function requireProfile(
  context: Pick<Context, 'db' | 'clock'>,
  address: Address,
): Promise<ProfileRow> {
  return (await findProfile(context.db, address)) ?? (await createProfile(context, address))
}

export async function createProfile(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  address: Address,
): Promise<ProfileRow> {
  await db
    .insertInto('profiles')
    .values(blankProfile(address, clock.now()))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return db.selectFrom('profiles').selectAll().where('address', '=', address).executeTakeFirstOrThrow()
}

export function blankProfile(address: Address, now: number): ProfileRow {
  return {
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
    codehost_since: null,
    listed: 1,
    found_skills: null,
    language: null,
    codehost_commands: 0,
    vouched_listed: 1,
    display_name: null,
    display_fold: null,
    ens_fold: null,
    login_fold: null,
    folded_names: null,
    passkey_id: null,
    passkey_key: null,
    created_at: now,
    updated_at: now,
    hidden_at: null,
  }
}
