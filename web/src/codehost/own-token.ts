import { FurrowError } from '@furrow/sdk'
import { keptToken } from './oauth.ts'

/** Asks again with the token of the account that is linked in this tab, where something is not for everybody. */
export async function askAsOwner<T>(ask: (own: { codehostToken?: string }) => Promise<T>): Promise<T> {
  try {
    return await ask({})
  } catch (error) {
    const token = keptToken()
    if (token === null || !(error instanceof FurrowError) || error.status !== 404) throw error
    return ask({ codehostToken: token })
  }
}
