import type { Db } from '@furrow/storage/db.ts'
import type { Context } from '../../ground/context.ts'
import { seal, unseal } from './seal.ts'

const key = 'canary'
const song = 'furrow'

type Sealing = Pick<Context, 'db' | 'secrets'>

export class WrongSecretError extends Error {
  override readonly name = 'WrongSecretError'
}

/** Checks the secrets against a value that the first start sealed. @throws WrongSecretError where none of them opens it. */
export async function requireSameSecret({ db, secrets }: Sealing): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value: seal(secrets.sealing[0], song) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const canary = await readCanary(db)
  if (canary === null || !isOpenedBy(secrets, canary))
    throw new WrongSecretError(
      'JWT_SECRET is not the one that this database was used with, so its mail could not be read. Set the old one as JWT_SECRET_PREVIOUS, or restore it.',
    )
}

export async function wasUsed(db: Db): Promise<boolean> {
  return (await readCanary(db)) !== null
}

/** Also refuses a database without a canary, and writes nothing. @throws WrongSecretError */
export async function requireUsedSecret({ db, secrets }: Sealing): Promise<void> {
  const tables = await db.introspection.getTables()
  const canary = tables.some(({ name }) => name === 'meta') ? await readCanary(db) : null
  if (canary === null)
    throw new WrongSecretError(
      'This database does not say which secret it was used with: no service has started on it, or it is not whole. Nothing was changed.',
    )
  if (!isOpenedBy(secrets, canary))
    throw new WrongSecretError(
      'Neither JWT_SECRET nor JWT_SECRET_PREVIOUS has a secret that this database was used with. Nothing was changed.',
    )
}

export async function renewCanary({ db, secrets }: Sealing): Promise<void> {
  const [current] = secrets.sealing
  const canary = await readCanary(db)
  if (canary === null || unseal([current], canary) !== null) return
  await db
    .updateTable('meta')
    .set({ value: seal(current, song) })
    .where('key', '=', key)
    .where('value', '=', canary)
    .execute()
}

export function isOpenedBy(secrets: Context['secrets'], canary: string): boolean {
  return unseal(secrets.sealing, canary) === song
}

/** null where no service has started on the database yet. */
export async function readCanary(db: Db): Promise<string | null> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value ?? null
}
