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
 * @throws NotFoundError where there is none; with `requireRoom` it is created, unless that throws.
 */
export async function readProfile(
  context: Context,
  address: Address,
  requireRoom: (() => void) | null,
): Promise<Profile> {
  const row = await findProfile(context.db, address)
  if (row !== null) return showProfile(context, row)
  if (requireRoom === null) throw new NotFoundError('There is no profile of this address yet.')
  requireRoom()
  return showProfile(context, await requireProfile(context, address))
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
