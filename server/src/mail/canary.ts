import type { Context } from '../context.ts'
import { seal, unseal } from './seal.ts'

const key = 'canary'
const song = 'furrow'

/** A configuration that would make every stored message unreadable. */
export class WrongSecretError extends Error {
  override readonly name = 'WrongSecretError'
}

/**
 * Checks the secrets against a value that the first start sealed.
 * @throws WrongSecretError where none of them opens it.
 */
export async function requireSameSecret({ db, secrets }: Context): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value: seal(secrets.sealing[0], song) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (unseal(secrets.sealing, value) !== song)
    throw new WrongSecretError(
      'JWT_SECRET is not the one that this database was used with, so its mail could not be read. Set the old one as JWT_SECRET_PREVIOUS, or restore it.',
    )
}

/** Seals the canary with the current secret: the older ones are no longer needed. */
export async function renewCanary({ db, secrets }: Pick<Context, 'db' | 'secrets'>): Promise<void> {
  const value = seal(secrets.sealing[0], song)
  await db.updateTable('meta').set({ value }).where('key', '=', key).execute()
}
