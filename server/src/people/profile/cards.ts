import { type ProfileCard, seenAlone } from '@furrow/sdk/contract'
import type { ProfileRow } from '@furrow/storage/tables.ts'
import { type Address, checksum, shorten } from '../../ground/address.ts'
import { ensChain } from '../../ground/clients/ens.ts'
import type { Context } from '../../ground/context.ts'
import { rankOf, showPoints } from '../../rules/points/points.ts'
import { refreshEnsName } from './ens-name.ts'
import { showPicture } from './picture.ts'
import { farmerText } from './profile.ts'
import { meanOf } from './record.ts'
import { readStanding, type Standing } from './standing.ts'

/** Names of a page that ENS is asked anew for; the others wait for a later request. */
const refreshed = 10

export async function readCards(context: Context, addresses: readonly Address[]): Promise<ProfileCard[]> {
  return (await readFresh(context, addresses)).map(standing => showCard(context, standing))
}

/** The same as they are known: ENS is asked for none of them. */
export async function readKnownCards(
  context: Context,
  addresses: readonly Address[],
): Promise<ProfileCard[]> {
  const standings = await Promise.all(addresses.map(address => readStanding(context, address)))
  return standings.map(standing => showCard(context, standing))
}

export async function readFarmers(context: Context, addresses: readonly Address[]): Promise<ProfileCard[]> {
  return (await readFresh(context, addresses)).map(standing => ({
    ...showCard(context, standing),
    farmer: showFarmer(standing),
  }))
}

/** The name of an address before strangers: a proved name, a claim marked as one, or the address in short. */
export async function readKnownName(context: Context, address: Address): Promise<string> {
  // As it is known: a visitor who follows a link does not wait for ENS.
  const { name, nameVerified, address: shown } = showCard(context, await readStanding(context, address))
  if (name === null) return shorten(shown)
  return nameVerified ? name : `${name} (not proved)`
}

async function readFresh(context: Context, addresses: readonly Address[]): Promise<Standing[]> {
  const standings = await Promise.all(addresses.map(address => readStanding(context, address)))
  const due = standings.filter(({ profile }) => profile !== null && isDue(context, profile))
  const some = new Set(due.slice(0, refreshed))
  return Promise.all(
    standings.map(async standing => {
      if (standing.profile === null || !some.has(standing)) return standing
      return { ...standing, profile: await refreshEnsName(context, standing.profile) }
    }),
  )
}

function isDue({ chains, clock }: Context, { ens_address, ens_check_at }: ProfileRow): boolean {
  return ens_address !== null && chains.has(ensChain) && ens_check_at <= clock.now()
}

function showCard(context: Context, { address, profile }: Standing): ProfileCard {
  const codehostVerified = profile !== null && profile.codehost_id !== null
  const codehostUsername = profile?.codehost_username ?? null
  const ens = profile === null ? null : ensNameOf(context, profile)
  const proved = codehostVerified ? codehostUsername : null
  return {
    address: checksum(address),
    // No account of a code host looks like an ENS name.
    name: ens ?? (proved && `@${proved}`),
    nameVerified: ens === null ? proved !== null : profile?.ens_verified === 1,
    ...(profile?.display_name && { displayName: profile.display_name }),
    profilePhoto: profile?.profile_photo ?? '',
    ...showPicture(context.config, profile),
    codehostUsername,
    codehostVerified: codehostVerified && codehostUsername !== null,
  }
}

/** A name that ENS confirmed lately; without ENS a claim, in production only with ALLOW_CLAIMED_NAMES. */
function ensNameOf(context: Context, profile: ProfileRow): string | null {
  const { ens_address: name, ens_verified } = profile
  if (name === null || !isName.test(name)) return null
  if (!context.chains.has(ensChain)) return context.config.allowClaimedNames ? name : null
  return ens_verified === 1 && !isDue(context, profile) ? name : null
}

const isName = new RegExp(seenAlone, 'u')

function showFarmer({ counts, points, profile }: Standing): NonNullable<ProfileCard['farmer']> {
  const { skills, guild } = farmerText(profile)
  const score = showPoints(points)
  return {
    skills,
    guild,
    rank: rankOf(score),
    score,
    questsCompleted: counts.completed,
    rating: meanOf(counts.farmer_stars, counts.farmer_ratings),
  }
}
