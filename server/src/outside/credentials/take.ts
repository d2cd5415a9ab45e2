import { randomInt } from 'node:crypto'
import type { Credential, CredentialPost } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, UnavailableError } from '../../ground/errors.ts'
import { createId } from '../../ground/ids.ts'
import { formsOf } from './issuer.ts'
import type { CredentialRow } from './rows.ts'
import { showCredential } from './show.ts'
import { places } from './status-list.ts'
import { holdWork } from './work.ts'

/**
 * Takes a credential: one for each work, form, and with or without the reward. The same again is the same one; after a
 * revocation it is another one, where the work is paid anew.
 * @throws HttpError where the work is not paid, or not proved.
 */
export async function takeCredential(
  context: Context,
  farmer: Address,
  { questId, form = 'badge', reward = false }: CredentialPost,
): Promise<Credential> {
  const { clock, db } = context
  requireForm(context, form)
  const now = clock.now()
  const asked = {
    quest_id: questId,
    farmer,
    form,
    with_reward: Number(reward),
    revoked: null,
    issued_at: now,
  }
  const { row, work } = await transaction(db, async trx => {
    const work = await holdWork(trx, questId, farmer)
    return { work, row: (await findSame(trx, asked)) ?? (await insert(trx, asked)) }
  })
  return showCredential(context, row, work)
}

/** @throws BadRequestError */
function requireForm({ config }: Context, form: NonNullable<CredentialPost['form']>): void {
  const forms = formsOf(config)
  if (forms.includes(form)) return
  throw new BadRequestError(
    forms.length === 0 ? 'Credentials are off here.' : 'This service signs no attestations.',
    { code: 'credentials-off' },
  )
}

type Asked = Omit<CredentialRow, 'id' | 'list' | 'position'>

function findSame(
  trx: Db,
  { quest_id, farmer, form, with_reward }: Asked,
): Promise<CredentialRow | undefined> {
  return trx
    .selectFrom('credentials')
    .selectAll()
    .where('quest_id', '=', quest_id)
    .where('farmer', '=', farmer)
    .where('form', '=', form)
    .where('with_reward', '=', with_reward)
    .where('revoked', 'is', null)
    .executeTakeFirst()
}

const tries = 8
const mostLists = 3

/** A random place, so no two processes wait for the next one. A list with so many taken is full, and another begins. */
async function insert(trx: Db, asked: Asked): Promise<CredentialRow> {
  const newest = await readNewest(trx)
  for (let attempt = 0; attempt < mostLists * tries; attempt++) {
    const list = newest + Math.floor(attempt / tries)
    const place =
      asked.form === 'badge' ? { list, position: randomInt(places) } : { list: null, position: null }
    const row = { ...asked, id: createId('cred', asked.issued_at), ...place }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('credentials')
      .values(row)
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 0n) return row
    // The place is taken, or an equal request was faster.
    const same = await findSame(trx, asked)
    if (same !== undefined) return same
  }
  throw new UnavailableError('No place in a status list was free; try again in a moment.')
}

async function readNewest(trx: Db): Promise<number> {
  const row = await trx
    .selectFrom('credentials')
    .select('list')
    .where('list', 'is not', null)
    .orderBy('list', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.list ?? 1
}
