import type { CodehostAppTable } from '@furrow/storage/codehost-tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { Selectable } from 'kysely'
import type { HostApp } from '../../ground/clients/codehost/app-token.ts'
import { day } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { seal, unseal } from '../../people/mail/seal.ts'

type Kept = Pick<Context, 'db' | 'clock' | 'secrets'>
type Secrets = Pick<HostApp, 'key' | 'webhookSecret' | 'client'>

/** The app before goes on for so long: people install the new one in their repositories one after the other. */
const overlap = 7 * day

/** The last connected app, and the one before while believed. An app whose secrets no key opens is connected again. */
export async function readApps({ db, clock, secrets }: Kept, host: string): Promise<readonly HostApp[]> {
  const rows = await db
    .selectFrom('codehost_apps')
    .selectAll()
    .where('host', '=', host)
    .where(({ eb, or }) => or([eb('replaced_at', 'is', null), eb('replaced_at', '>', clock.now() - overlap)]))
    .orderBy('made_at', 'desc')
    .limit(2)
    .execute()
  return rows.flatMap(row => openApp(secrets, row) ?? [])
}

function openApp(
  { sealing }: Context['secrets'],
  { id, slug, page, sealed }: Selectable<CodehostAppTable>,
): HostApp | null {
  const opened = unseal(sealing, sealed)
  return opened === null ? null : { id, slug, page, ...(JSON.parse(opened) as Secrets) }
}

export async function keepApp({ db, clock, secrets }: Kept, host: string, app: HostApp): Promise<void> {
  const { id, slug, page, key, webhookSecret, client } = app
  const made_at = clock.now()
  const sealed = seal(secrets.sealing[0], JSON.stringify({ key, webhookSecret, client } satisfies Secrets))
  await transaction(db, async trx => {
    // The one before the last is believed no more.
    await trx
      .deleteFrom('codehost_apps')
      .where('host', '=', host)
      .where('replaced_at', 'is not', null)
      .execute()
    await trx.updateTable('codehost_apps').set({ replaced_at: made_at }).where('host', '=', host).execute()
    await trx
      .insertInto('codehost_apps')
      .values({ id, host, slug, page, sealed, made_at, replaced_at: null })
      .execute()
  })
}

/** @returns whether there was any. */
export async function forgetApps({ db }: Pick<Kept, 'db'>, host: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('codehost_apps').where('host', '=', host).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function forgetReplacedApps({ db, clock }: Pick<Kept, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('codehost_apps')
    .where('replaced_at', '<=', clock.now() - overlap)
    .execute()
  await db.deleteFrom('setup_states').where('expires_at', '<=', clock.now()).execute()
}
