import type { ApplicantRecord } from '@furrow/sdk/contract'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { rankOf, showPoints } from '../../rules/points/points.ts'
import { farmerText } from './profile.ts'
import { meanOf } from './record.ts'
import { readStanding } from './standing.ts'

/** From counts alone: a thousand applicants cost a few queries. */
export async function readApplicantRecord(context: Context, farmer: Address): Promise<ApplicantRecord> {
  const { counts, points, profile } = await readStanding(context, farmer)
  const score = showPoints(points)
  return {
    questsAccepted: counts.accepted,
    questsCompleted: counts.completed,
    rating: meanOf(counts.farmer_stars, counts.farmer_ratings),
    disputesLost: counts.lost_as_farmer,
    rank: rankOf(score),
    score,
    skills: farmerText(profile).skills,
    codehostUsername: profile?.codehost_username ?? null,
    codehostVerified: (profile?.codehost_id ?? null) !== null && profile?.codehost_username !== null,
    profilePhoto: profile?.profile_photo ?? '',
  }
}
