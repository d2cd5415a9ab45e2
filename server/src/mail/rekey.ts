import type { Context } from '../context.ts'
import type { Secrets } from '../secrets.ts'
import { renewCanary } from './canary.ts'
import { seal, unseal } from './seal.ts'

const batch = 500

type Sealed = { readonly id: string; readonly subject: string; readonly body: string }

/**
 * Seals all mail with the current secret, in batches, while the service runs; it can be broken off and begun again.
 * Returns how many values changed. What no key opens stays as it is.
 */
export async function rekey({ db, secrets }: Pick<Context, 'db' | 'secrets'>): Promise<number> {
  let count = 0
  const renew = ({ subject, body }: Sealed) => {
    const renewed = { subject: reseal(secrets.sealing, subject), body: reseal(secrets.sealing, body) }
    count += Number(renewed.subject !== subject) + Number(renewed.body !== body)
    return renewed
  }

  for (let after = { owner: '', id: '' }; ; ) {
    const rows = await db
      .selectFrom('mail')
      .select(['owner', 'id', 'subject', 'body'])
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('owner', 'id'), '>', tuple(after.owner, after.id) as never),
      )
      .orderBy('owner')
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const row of rows)
      await db
        .updateTable('mail')
        .set(renew(row))
        .where('owner', '=', row.owner)
        .where('id', '=', row.id)
        .execute()
    const last = rows.at(-1)
    if (last === undefined) break
    after = last
  }

  for (const row of await db.selectFrom('broadcasts').select(['id', 'subject', 'body']).execute())
    await db.updateTable('broadcasts').set(renew(row)).where('id', '=', row.id).execute()
  await renewCanary({ db, secrets })
  return count
}

function reseal(keys: Secrets['sealing'], sealed: string): string {
  const [current] = keys
  if (unseal([current], sealed) !== null) return sealed
  const text = unseal(keys, sealed)
  return text === null ? sealed : seal(current, text)
}
