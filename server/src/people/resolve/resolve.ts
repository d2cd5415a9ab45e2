import type { Resolution } from '@furrow/sdk/contract'
import { type Address, checksum } from '../../ground/address.ts'
import { ensChain } from '../../ground/clients/ens.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { type Asker, findEnsAddress, findEnsName } from './ens-answers.ts'
import { normalizeName } from './names.ts'

/**
 * By ENS where RPC_URLS has its chain, else by claims, in production only with ALLOW_CLAIMED_NAMES. @throws
 * BadRequestError without a normal form; NotFoundError; UnavailableError without ENS; TooManyRequestsError.
 */
export async function resolveName(context: Context, name: string, asker: Asker): Promise<Resolution> {
  const normal = normalizeName(name)
  const verified = context.chains.has(ensChain)
  const address = verified
    ? await findEnsAddress(context, normal, asker)
    : await findClaimant(context, normal)
  if (address === null) throw new NotFoundError('Nobody has this name.', { code: 'name-not-found' })
  return { address: checksum(address), name: normal, verified }
}

/** @throws NotFoundError; UnavailableError where ENS cannot be asked. */
export async function resolveAddress(context: Context, address: Address, asker: Asker): Promise<Resolution> {
  const verified = context.chains.has(ensChain)
  const name = verified ? await findEnsName(context, address, asker) : await findClaim(context, address)
  if (name === null) throw new NotFoundError('This address has no name.', { code: 'name-not-found' })
  return { address: checksum(address), name, verified }
}

async function findClaimant({ config, db }: Context, name: string): Promise<Address | null> {
  if (!config.allowClaimedNames) return null
  const row = await db
    .selectFrom('profiles')
    .select('address')
    .where('ens_address', '=', name)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return row?.address ?? null
}

async function findClaim({ config, db }: Context, address: Address): Promise<string | null> {
  if (!config.allowClaimedNames) return null
  const row = await db
    .selectFrom('profiles')
    .select('ens_address')
    .where('address', '=', address)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return row?.ens_address ?? null
}
