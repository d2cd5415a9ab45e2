import { hasThird } from '@furrow/sdk/escrow-version'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import type { Place } from '../../../ground/clients/escrow-calls.ts'
import type { TriedOut } from './prepare.ts'

/** The way in which a dispute ends now: nobody resolved it, or, in the third version, a ruling about it is carried out. */
export async function trySettling(escrow: Escrow, place: Place): Promise<TriedOut | { refused: string }> {
  const call = { kind: 'settle', ...place } as const
  const estimate = await escrow.estimate(call)
  if (!('refused' in estimate)) return { ...estimate, call }
  const { version } = await escrow.readDeployed()
  if (estimate.refused !== 'AlreadyDecided' || !hasThird(version)) return estimate
  const release = { kind: 'release', ...place } as const
  const carried = await escrow.estimate(release)
  return 'refused' in carried ? carried : { ...carried, call: release }
}
