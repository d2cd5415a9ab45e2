import type { ProfileRow } from '@furrow/storage/tables.ts'
import { checksum } from '../../ground/address.ts'
import type { Config } from '../../ground/config/config.ts'
import { readPhoto, versionOf } from '../../ground/config/pictures.ts'

export function showPicture(
  config: Config,
  profile: Pick<ProfileRow, 'address' | 'profile_photo' | 'hidden_at'> | null,
): { picture?: string } {
  if (profile === null || profile.hidden_at !== null || readPhoto(config, profile.profile_photo) === null)
    return {}
  const { address, profile_photo } = profile
  return {
    picture: `${config.basePath}/pictures/profile/${checksum(address)}?v=${versionOf(profile_photo)}`,
  }
}
