import { createHash, randomBytes } from 'node:crypto'
import type { BegunConnection, ConnectionCode, MadeConnection, NewConnection } from '@furrow/sdk/contract'
import { noteAccess } from '../../access/audit-trail/access.ts'
import type { Address } from '../../ground/address.ts'
import { installAt } from '../../ground/clients/codehost/app-token.ts'
import type { AppTools } from '../../ground/clients/codehost/codehost.ts'
import { hour, instant } from '../../ground/clock.ts'
import type { CodehostConfig } from '../../ground/config/codehost.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, NotFoundError, UnavailableError } from '../../ground/errors.ts'
import { forgetApps, keepApp } from '../../quests/codehost/apps.ts'
import { writeManifest } from './manifest.ts'

/** GitHub keeps the new app's secrets for its code so long, too. */
const goodFor = hour

/** The first half of GitHub's manifest flow: the page posts the manifest there, and a person confirms it. */
export async function beginConnection(
  context: Context,
  caller: Address,
  { organization }: NewConnection,
): Promise<BegunConnection> {
  const { host } = requireApps(context)
  const { clock, config, db } = context
  const state = randomBytes(24).toString('base64url')
  const expires_at = clock.now() + goodFor
  await db
    .insertInto('setup_states')
    .values({ hash: hashOf(caller, state), expires_at })
    .execute()
  const owner = organization === undefined ? '' : `/organizations/${organization}`
  return {
    action: `${host.url}${owner}/settings/apps/new?state=${state}`,
    manifest: writeManifest(config),
    state,
    expiresAt: instant(expires_at),
  }
}

/**
 * The second half: the code that came back is exchanged for the app's secrets, which are sealed. The app before goes on for
 * some days beside it.
 * @throws BadRequestError for a state that is not this wallet's, or a code that the host refuses.
 */
export async function endConnection(
  context: Context,
  caller: Address,
  { code, state }: ConnectionCode,
): Promise<MadeConnection> {
  const { tools, host } = requireApps(context)
  const hash = hashOf(caller, state)
  const expires_at = await spendState(context, hash)
  const app = await tools.convert(code).catch(async error => {
    // The host is away, and the code still good.
    if (error instanceof UnavailableError)
      await context.db.insertInto('setup_states').values({ hash, expires_at }).execute()
    throw error
  })
  if (app === null)
    throw new BadRequestError(
      'The code host refused the code of the new app: it is good once, and for an hour. Begin again.',
      { code: 'setup-code-refused' },
    )
  await keepApp(context, host.url, app)
  tools.forget()
  noteAccess(context, { kind: 'app-connected', actor: caller, about: { app: app.slug } })
  return { slug: app.slug, page: app.page, installAt: installAt(app) }
}

/** Forgets the secrets of all apps. At the host the app stays until somebody deletes it there. @throws NotFoundError */
export async function disconnect(context: Context, caller: Address): Promise<void> {
  const { tools, host } = requireApps(context)
  const hadAny = await forgetApps(context, host.url)
  tools.forget()
  if (!hadAny) throw new NotFoundError('No app is connected.')
  noteAccess(context, { kind: 'app-disconnected', actor: caller, about: { host: host.url } })
}

/** @throws UnavailableError where the code host is none that has apps. */
function requireApps({ codehost, config }: Context): { tools: AppTools; host: CodehostConfig } {
  if (codehost?.app == null || config.codehost === null)
    throw new UnavailableError('The code host of this service is not GitHub: set CODEHOST_KIND=github.', {
      code: 'codehost-not-configured',
    })
  return { tools: codehost.app, host: config.codehost }
}

/** Once. @returns when it would have expired. @throws BadRequestError */
async function spendState({ clock, db }: Context, hash: string): Promise<number> {
  const row = await db
    .deleteFrom('setup_states')
    .where('hash', '=', hash)
    .returning('expires_at')
    .executeTakeFirst()
  if (row === undefined)
    throw new BadRequestError(
      'This connection was not begun here by your wallet, or has come back before. Begin again.',
      { code: 'setup-state-invalid' },
    )
  if (row.expires_at <= clock.now())
    throw new BadRequestError('This connection was begun more than an hour ago. Begin again.', {
      code: 'setup-state-expired',
    })
  return row.expires_at
}

const hashOf = (caller: Address, state: string) =>
  createHash('sha256').update(`${caller} ${state}`).digest('base64url')
