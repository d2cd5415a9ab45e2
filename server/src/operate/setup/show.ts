import type {
  AppInstallation,
  ConnectedApp,
  Diagnosis,
  HeardDelivery,
  Setup,
  SetupHost,
} from '@furrow/sdk/contract'
import { installAt } from '../../ground/clients/codehost/app-token.ts'
import type { SeenApp, SeenInstallation } from '../../ground/clients/codehost/codehost.ts'
import { instant, second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { UnavailableError } from '../../ground/errors.ts'
import { inTime, LateError } from '../../ground/in-time.ts'
import { readApps } from '../../quests/codehost/apps.ts'
import { type Heard, readHeard, readHeardOf } from '../../quests/codehost/heard.ts'
import { callbackUrl, webhookUrl } from './manifest.ts'

const mostHeard = 50
const patience = 9 * second

export async function showSetup(context: Context, diagnosis: Promise<Diagnosis>): Promise<Setup> {
  const [found, codehost] = await Promise.all([diagnosis, showHost(context)])
  return { ...found, codehost }
}

async function showHost(context: Context): Promise<SetupHost | null> {
  const { codehost, config } = context
  if (codehost === null || config.codehost === null) return null
  const { kind, url, token, webhookSecret, client, bot } = config.codehost
  const [apps, heard] = await Promise.all([
    codehost.app === null ? [] : readApps(context, url),
    readHeard(context, mostHeard),
  ])
  const from = (isSet: boolean, isInApp: boolean) => {
    if (isSet) return 'settings' as const
    return isInApp ? ('app' as const) : null
  }
  const [app] = apps
  return {
    kind,
    url,
    webhookUrl: webhookUrl(config),
    callbackUrl: callbackUrl(config),
    token: from(token !== null, app !== undefined),
    webhookSecret: from(webhookSecret !== null, app?.webhookSecret != null),
    client: from(client !== null, app?.client != null),
    bot: bot !== null,
    app: app === undefined ? null : await showApp(context, app),
    lastDeliveries: heard.map(showHeard),
  }
}

async function showApp(context: Context, { slug, page }: SeenApp['app']): Promise<ConnectedApp> {
  const about = { slug, page, installAt: installAt({ page }) }
  try {
    const seen = await inTime(context.codehost?.app?.look() ?? Promise.resolve(null), patience)
    if (seen === null || seen.installations === null) return { ...about, state: 'unknown', installations: [] }
    const names = seen.installations.flatMap(({ repositories }) => repositories ?? [])
    const heard = await readHeardOf(context, names)
    return {
      ...about,
      state: 'fine',
      installations: seen.installations.map(one => showInstallation(one, heard)),
    }
  } catch (error) {
    if (!(error instanceof UnavailableError || error instanceof LateError)) throw error
    return { ...about, state: 'unanswered', installations: [] }
  }
}

function showInstallation(
  { account, suspended, repositories, count, quota }: SeenInstallation,
  heard: ReadonlyMap<string, Heard>,
): AppInstallation {
  const refused = repositories === null ? ('refused' as const) : ('fine' as const)
  return {
    account,
    state: suspended ? 'suspended' : refused,
    quota: quota && { limit: quota.limit, remaining: quota.remaining, resetsAt: instant(quota.resetAt) },
    repositories: (repositories ?? []).map(name => {
      const last = heard.get(name.toLowerCase())
      return { name, lastDelivery: last === undefined ? null : showHeard(last) }
    }),
    count,
  }
}

export const showHeard = ({ repository, kind, at }: Heard): HeardDelivery => ({
  repository,
  kind,
  at: instant(at),
})
