import type { Db } from '@furrow/storage/db.ts'
import { areNamesUnfolded } from '@furrow/storage/sort-keys.ts'
import type { ProfileRow } from '@furrow/storage/tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { communityName } from '../../ground/config/community.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, nowIfAny } from '../../ground/duty.ts'
import { BadRequestError, UnavailableError } from '../../ground/errors.ts'
import { foldName } from './fold-name.ts'

export type NameColumns = Pick<ProfileRow, 'display_name' | 'display_fold'>

const noName: NameColumns = { display_name: null, display_fold: null }
const most = 200

/** @throws BadRequestError for a name without a letter or digit, one of the service itself, or somebody else's proved one. */
export async function readNameColumns(
  context: Context,
  caller: Address,
  given: string | null,
): Promise<NameColumns> {
  if (given === null) return noName
  const display_name = given.normalize('NFC').replace(/\s+/gu, ' ').trim()
  const display_fold = foldName(display_name)
  if (display_fold === '' || !/[\p{L}\p{N}]/u.test(display_name))
    throw new BadRequestError('displayName must have at least one letter or digit.')
  if (isOfService(context, display_fold) && caller !== context.config.platformWallet)
    throw new BadRequestError('displayName must not look like a name of this service.')
  await foldAll(context)
  if (await isProvedOfAnother(context.db, caller, display_fold)) throw copied()
  return { display_name, display_fold }
}

/** Looks again once it is stored: its owner may have proved the name in between. @throws BadRequestError */
export async function requireNoCopy(context: Context, caller: Address, { display_fold }: NameColumns) {
  if (display_fold === null || !(await isProvedOfAnother(context.db, caller, display_fold))) return
  await context.db
    .updateTable('profiles')
    .set(noName)
    .where('address', '=', caller)
    .where('display_fold', '=', display_fold)
    .execute()
  throw copied()
}

function copied(): BadRequestError {
  return new BadRequestError(
    'displayName looks like a name that somebody else has proved; choose another one.',
    { code: 'name-taken' },
  )
}

function isOfService({ config }: Context, fold: string): boolean {
  return ['Platform', 'Furrow', 'Moderator', communityName(config)].some(name => foldName(name) === fold)
}

async function isProvedOfAnother(db: Db, caller: Address, fold: string): Promise<boolean> {
  const proved = db.selectFrom('profiles').select('address').where('address', '!=', caller)
  const [ens, login] = await Promise.all([
    proved.where('ens_fold', '=', fold).where('ens_verified', '=', 1).limit(1).executeTakeFirst(),
    proved.where('login_fold', '=', fold).where('codehost_id', 'is not', null).limit(1).executeTakeFirst(),
  ])
  return ens !== undefined || login !== undefined
}

/** After an upgrade the duty needs a while; nobody is compared with half of the names. @throws UnavailableError */
async function foldAll(context: Context): Promise<void> {
  for (let turn = 0; turn < 3; turn++) if ((await foldSome(context)) < most) return
  throw new UnavailableError(
    'The names of this service are being read for the first time; try again in a minute.',
  )
}

/** Proved and claimed names that changed, also by the version before; a name that is proved takes it from those who chose it. */
export const foldNames: Duty = {
  name: 'compare the names of people',
  soonest: () => nowIfAny(sql`profiles where ${areNamesUnfolded}`),
  round: foldSome,
}

function foldSome({ db }: Pick<Context, 'db'>): Promise<number> {
  return transaction(db, async trx => {
    const rows = await trx
      .selectFrom('profiles')
      .select(['address', 'ens_address', 'ens_verified', 'codehost_login', 'codehost_id'])
      .where(areNamesUnfolded)
      .orderBy('address')
      .limit(most)
      .execute()
    for (const row of rows) await foldOne(trx, row)
    return rows.length
  })
}

type Names = Pick<ProfileRow, 'address' | 'ens_address' | 'ens_verified' | 'codehost_login' | 'codehost_id'>

async function foldOne(trx: Db, row: Names): Promise<void> {
  const foldOf = (name: string | null) => (name === null ? null : foldName(name) || null)
  const [ens_fold, login_fold] = [foldOf(row.ens_address), foldOf(row.codehost_login)]
  await trx
    .updateTable('profiles')
    .set({ ens_fold, login_fold, folded_names: namesOf(row) })
    .where('address', '=', row.address)
    .execute()
  const proved = [row.ens_verified === 1 ? ens_fold : null, row.codehost_id === null ? null : login_fold]
  for (const fold of proved)
    if (fold !== null)
      await trx
        .updateTable('profiles')
        .set(noName)
        .where('display_fold', '=', fold)
        .where('address', '!=', row.address)
        .execute()
}

/** Word for word as `areNamesUnfolded` joins them. */
function namesOf({ ens_address, ens_verified, codehost_login, codehost_id }: Names): string {
  return [ens_address ?? '', String(ens_verified), codehost_login ?? '', codehost_id ?? ''].join(' ')
}
