import type { Profile } from '@furrow/sdk/contract'
import type { ProfileRow } from '@furrow/storage/tables.ts'
import { showHidden } from '../../access/restraints/hidden.ts'
import { type Address, checksum } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import type { Board } from '../../ground/http/boards.ts'
import { refreshEnsName } from './ens-name.ts'
import { showPicture } from './picture.ts'
import { type Payments, readPaymentsOf, recordOf } from './record.ts'
import { readStanding, type Standing } from './standing.ts'

type Shown = Standing & { readonly profile: ProfileRow }

/** The owner also sees their language, whether commands in issues act for them, and texts that a moderator hides from others. */
export function profileBoard(context: Context, address: Address, isOwner: () => Promise<boolean>): Board {
  let shown: Shown
  let isOwn = false
  return {
    key: `profile ${address}`,
    isSmall: true,
    async readVersion() {
      shown = await readShown(context, address)
      isOwn = hasMoreForOwner(shown) && (await isOwner())
      if (isOwn) shown = withWhole(shown)
      const { ens_address, ens_verified } = shown.profile
      return `${shown.version} ${ens_verified} ${ens_address}${isOwn ? ' own' : ''}`
    },
    make: async () => ({
      value: await show(context, shown, isOwn, await readPaymentsOf(context, address)),
      ...((isOwn || shown.whole !== null) && { headers: { 'cache-control': 'private, no-store' } }),
    }),
  }
}

/** As its owner sees it, and its row. @throws NotFoundError where there is none. */
export async function readOwnProfile(
  context: Context,
  address: Address,
): Promise<{ readonly profile: Profile; readonly row: ProfileRow }> {
  const payments = readPaymentsOf(context, address)
  // Handled below, unless there is no profile.
  payments.catch(() => {})
  const shown = withWhole(await readShown(context, address))
  return { profile: await show(context, shown, true, await payments), row: shown.profile }
}

function hasMoreForOwner({ profile, whole }: Shown): boolean {
  return (
    whole !== null ||
    profile.language !== null ||
    profile.codehost_commands === 1 ||
    profile.vouched_listed === 0
  )
}

function withWhole(shown: Shown): Shown {
  return shown.whole === null ? shown : { ...shown, profile: shown.whole }
}

async function readShown(context: Context, address: Address): Promise<Shown> {
  const standing = await readStanding(context, address)
  if (standing.profile === null)
    throw new NotFoundError('There is no profile of this address yet.', { code: 'profile-not-found' })
  return { ...standing, profile: await refreshEnsName(context, standing.profile) }
}

async function show(context: Context, shown: Shown, isOwn: boolean, payments: Payments): Promise<Profile> {
  const { address, memberTitle, profile, whole } = shown
  const hiddenAt = profile === whole ? profile.hidden_at : null
  const { farmer, giver, badges } = recordOf(context, shown, payments)
  return {
    address: checksum(address),
    ensAddress: profile.ens_address,
    ensVerified: profile.ens_verified === 1,
    ...(profile.display_name !== null && { displayName: profile.display_name }),
    codehostUsername: profile.codehost_username,
    codehostVerified: profile.codehost_id !== null && profile.codehost_username !== null,
    profilePhoto: profile.profile_photo,
    ...showPicture(context.config, profile),
    farmerProfile: { ...farmerText(profile), ...farmer },
    giverProfile: {
      organization: profile.organization,
      website: profile.website,
      bio: profile.giver_bio,
      ...giver,
    },
    badges,
    genesisDAO: { isMember: memberTitle !== null, title: memberTitle ?? '' },
    listed: profile.listed === 1,
    ...(isOwn && profile.language !== null && { language: profile.language }),
    ...(isOwn && profile.codehost_commands === 1 && { codehostCommands: true }),
    ...(isOwn && profile.vouched_listed === 0 && { vouchedListed: false }),
    ...(hiddenAt !== null && { hidden: await showHidden(context.db, 'profile', address, hiddenAt) }),
  }
}

export function farmerText(row: Pick<ProfileRow, 'bio' | 'skills' | 'guild'> | null) {
  return {
    bio: row?.bio ?? '',
    skills: JSON.parse(row?.skills ?? '[]') as string[],
    guild: row?.guild ?? null,
  }
}
