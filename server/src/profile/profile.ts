import type { Profile } from '@furrow/sdk/contract'
import { type Address, checksum } from '../address.ts'
import type { Context } from '../context.ts'
import type { ProfileRow } from '../db/tables.ts'
import { NotFoundError } from '../errors.ts'
import { refreshEnsName } from './ens-name.ts'
import { readRecord } from './record.ts'
import { findProfile, requireProfile } from './rows.ts'

/**
 * An address's public profile.
 * @throws NotFoundError where there is none, unless `init` asks to create it.
 */
export async function readProfile(context: Context, address: Address, init: boolean): Promise<Profile> {
  const row = init ? await requireProfile(context, address) : await findProfile(context.db, address)
  if (row === null) throw new NotFoundError('There is no profile of this address yet.')
  return showProfile(context, row)
}

export async function showProfile(context: Context, stored: ProfileRow): Promise<Profile> {
  const { address } = stored
  const row = await refreshEnsName(context, stored)
  const { farmer, giver, badges, memberTitle } = await readRecord(context, address)
  return {
    address: checksum(address),
    ensAddress: row.ens_address,
    codehostUsername: row.codehost_username,
    codehostVerified: row.codehost_id !== null && row.codehost_username !== null,
    profilePhoto: row.profile_photo,
    farmerProfile: { ...farmerText(row), ...farmer },
    giverProfile: {
      organization: row.organization,
      website: row.website,
      bio: row.giver_bio,
      ...giver,
    },
    badges,
    genesisDAO: { isMember: memberTitle !== null, title: memberTitle ?? '' },
  }
}

/** What a farmer says of himself; an address may have no profile yet. */
export function farmerText(row: Pick<ProfileRow, 'bio' | 'skills' | 'guild'> | null) {
  return {
    bio: row?.bio ?? '',
    skills: JSON.parse(row?.skills ?? '[]') as string[],
    guild: row?.guild ?? null,
  }
}
