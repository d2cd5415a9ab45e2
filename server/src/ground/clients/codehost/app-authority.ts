import { type Clock, hour, minute, second } from '../../clock.ts'
import type { CodehostConfig } from '../../config/codehost.ts'
import { keepFor } from '../../kept-for.ts'
import type { HostApp } from './app-token.ts'
import type { Ask } from './ask.ts'
import { type Authority, type Grant, ownQuota, settingsAuthority } from './authority.ts'
import { askAsApp, type InstallationToken } from './installations.ts'

/** The apps that were connected, the newest first: one that was replaced goes on for a while. */
export type ReadApps = () => Promise<readonly HostApp[]>

/** Another process has connected an app, or taken it away, at most so long before it is known here. */
const appsFor = 10 * second
const placeFor = hour
/** An installation may come at any moment. */
const missingFor = 10 * second
const refusedFor = minute
/** Tokens are renewed so long before they end. */
const spare = 5 * minute

export type AppAuthority = Authority & {
  readApps(): Promise<readonly HostApp[]>
  tokenOf(app: HostApp, installation: string): Promise<string | null>
  forget(): void
  /** Looks again whether an app is installed in these repositories, or in all. */
  forgetPlaces(repos?: readonly string[]): void
  forgetMissing(repo: string): void
  readonly asApp: ReturnType<typeof askAsApp>
}

export const spendsOf = (installation: string) => `installation ${installation}`

/** The token of the settings, or else those of the installations of an app: found by repository, and kept until shortly before they end. */
export function appAuthority(
  config: CodehostConfig,
  { ask, clock, read, headers }: { ask: Ask; clock: Clock; read: ReadApps; headers: Record<string, string> },
): AppAuthority {
  const settings = settingsAuthority(config)
  const asApp = askAsApp(config, ask, headers)
  const keptApps = keepFor<readonly HostApp[]>(clock)
  const places = keepFor<string | null>(clock)
  const tokens = keepFor<InstallationToken | null>(clock)
  let lastApps: readonly HostApp[] | null = null

  /** While the database is away, those that were known. */
  const readApps = () =>
    keptApps.get('', async () => {
      lastApps = await read().catch(error => {
        if (lastApps === null) throw error
        return lastApps
      })
      return { value: lastApps, lasts: appsFor }
    })

  const placeOf = (app: HostApp, repo: string) =>
    places.get(placeKey(app, repo), async () => {
      const found = await asApp.find(app, clock.now(), repo)
      const id = found === null || found.suspended ? null : found.id
      return { value: id, lasts: id === null ? missingFor : placeFor }
    })

  const renew = (app: HostApp, installation: string) =>
    tokens.get(`${app.id} ${installation}`, async () => {
      const now = clock.now()
      const made = await asApp.makeToken(app, now, installation)
      if (made === null) return { value: null, lasts: refusedFor }
      return { value: made, lasts: Math.min(hour, Math.max(made.expiresAt - now, 6 * minute)) - spare }
    })

  async function find(repo: string): Promise<Grant | null> {
    if (config.token !== null) return settings.find(repo)
    for (const app of await readApps()) {
      const installation = await placeOf(app, repo)
      if (installation === null) continue
      const made = await renew(app, installation)
      // Revoked or suspended since; it may be installed again.
      if (made === null) {
        places.put(placeKey(app, repo), null, missingFor)
        continue
      }
      return { token: made.token, spends: spendsOf(installation), login: `${app.slug}[bot]` }
    }
    return null
  }

  function spenderOf(repo: string): string {
    for (const app of lastApps ?? []) {
      const installation = places.peek(placeKey(app, repo))
      if (installation != null) return spendsOf(installation)
    }
    return ownQuota
  }

  return {
    find,
    readApps,
    asApp,
    tokenOf: async (app, installation) => (await renew(app, installation))?.token ?? null,
    refusesWrites: async () => config.token === null && (await readApps()).length > 0,
    drop: grant => tokens.dropOlder(made => made?.token === grant.token, minute),
    spenderOf,
    async readWebhookSecrets() {
      const apps = await readApps()
      return [...(await settings.readWebhookSecrets()), ...apps.flatMap(app => app.webhookSecret ?? [])]
    },
    readClient: async () => config.client ?? (await readApps())[0]?.client ?? null,
    forget() {
      keptApps.clear()
      places.clear()
    },
    forgetPlaces(repos) {
      if (repos === undefined) {
        places.clear()
        tokens.clear()
      }
      for (const repo of repos ?? []) for (const app of lastApps ?? []) places.drop(placeKey(app, repo))
    },
    forgetMissing(repo) {
      for (const app of lastApps ?? [])
        if (places.peek(placeKey(app, repo)) === null) places.drop(placeKey(app, repo))
    },
  }
}

const placeKey = (app: HostApp, repo: string) => `${app.id} ${repo.toLowerCase()}`
