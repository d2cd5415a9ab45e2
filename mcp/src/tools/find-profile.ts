import { type Furrow, FurrowError, type Profile } from '@furrow/sdk'

/** A wallet that never opened its profile has none. */
export async function findProfile(furrow: Furrow, address: string): Promise<Profile | null> {
  try {
    return await furrow.profile.get(address)
  } catch (error) {
    if (error instanceof FurrowError && error.status === 404) return null
    throw error
  }
}
