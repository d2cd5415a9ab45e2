import { Nullable } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Clock } from '../../clock.ts'
import type { CodehostConfig } from '../../config/codehost.ts'
import { type AppAuthority, spendsOf } from './app-authority.ts'
import { type HostApp, isRsaKey } from './app-token.ts'
import { type Ask, notUnderstood, readAnswer } from './ask.ts'
import type { AppTools, SeenInstallation } from './codehost.ts'
import type { Installation } from './installations.ts'
import { readAs } from './pulls.ts'
import type { QuotaWatch } from './quota.ts'

const Text = Type.String({ minLength: 1, maxLength: 16_384 })
const Conversion = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  slug: Type.String({ pattern: '^[\\w.-]{1,100}$' }),
  html_url: Text,
  pem: Text,
  webhook_secret: Type.Optional(Nullable(Type.String({ maxLength: 16_384 }))),
  client_id: Text,
  client_secret: Text,
})
const Named = Type.Object({ full_name: Type.String() })
const Heard = Type.Object({
  action: Type.Optional(Type.String()),
  installation: Type.Object({ id: Type.Integer() }),
  repository: Type.Optional(Named),
  repositories_added: Type.Optional(Type.Array(Named)),
  repositories_removed: Type.Optional(Type.Array(Named)),
})

const atOnce = 5

type Parts = {
  readonly config: CodehostConfig
  readonly ask: Ask
  readonly clock: Clock
  readonly authority: AppAuthority
  readonly quota: QuotaWatch
  readonly headers: Readonly<Record<string, string>>
}

/** GitHub Apps by their manifest: docs.github.com, "Registering a GitHub App from a manifest". */
export function appTools({ config, ask, clock, authority, quota, headers }: Parts): AppTools {
  async function lookAt(app: HostApp, { id, account, suspended }: Installation): Promise<SeenInstallation> {
    const token = suspended ? null : await authority.tokenOf(app, id)
    const listed = token === null ? null : await authority.asApp.listRepositories(token, spendsOf(id))
    const quotas = quota.read(spendsOf(id))
    return {
      account,
      suspended,
      repositories: listed?.names ?? null,
      count: listed?.count ?? 0,
      quota:
        quotas.toSorted((one, other) => one.remaining / one.limit - other.remaining / other.limit)[0] ?? null,
    }
  }

  return {
    async convert(code) {
      const url = `${config.apiUrl}/app-manifests/${encodeURIComponent(code)}/conversions`
      const answer = await ask(url, { method: 'POST', headers })
      if (answer.status === 404 || answer.status === 422) return null
      const made = readAnswer(answer)
      if (made === null) throw notUnderstood()
      const { id, slug, html_url, pem, webhook_secret, client_id, client_secret } = readAs(Conversion, made)
      if (!isRsaKey(pem) || URL.parse(html_url)?.origin !== new URL(config.url).origin) throw notUnderstood()
      return {
        id: String(id),
        slug,
        page: html_url,
        key: pem,
        webhookSecret: webhook_secret || null,
        client: { id: client_id, secret: client_secret },
      }
    },
    async look() {
      const [app] = await authority.readApps()
      if (app === undefined) return null
      const found = await authority.asApp.list(app, clock.now())
      const installations: SeenInstallation[] = []
      for (let from = 0; found !== null && from < found.length; from += atOnce)
        installations.push(
          ...(await Promise.all(found.slice(from, from + atOnce).map(one => lookAt(app, one)))),
        )
      const { id, slug, page } = app
      return { app: { id, slug, page }, installations: found && installations }
    },
    forget: () => authority.forget(),
    hear(event) {
      if (!Value.Check(Heard, event)) return
      const { repository, repositories_added, repositories_removed } = event
      const changed = [...(repositories_added ?? []), ...(repositories_removed ?? [])]
      if (repository !== undefined) authority.forgetMissing(repository.full_name)
      else if (changed.length > 0) authority.forgetPlaces(changed.map(({ full_name }) => full_name))
      else authority.forgetPlaces()
    },
  }
}
