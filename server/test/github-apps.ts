import { generateKeyPairSync, randomBytes, verify } from 'node:crypto'

type Manifest = {
  readonly name: string
  readonly hook_attributes: { readonly url: string }
  readonly redirect_url: string
  readonly default_permissions: Readonly<Record<string, string>>
  readonly default_events: readonly string[]
}
type App = {
  readonly id: number
  readonly slug: string
  readonly manifest: Manifest
  readonly publicKey: string
  readonly secrets: { readonly pem: string; readonly webhook_secret: string; readonly client_secret: string }
}
type Installation = { readonly id: number; readonly app: App; repos: string[]; suspended: boolean }
type Question = { readonly method: string; readonly path: string; readonly token: string | undefined }
type Answer = { readonly status: number; readonly body: unknown }

const hour = 3_600_000

/** The users that apps act as at the emulator. */
export const botLogins = ['furrow-barn-example[bot]', 'furrow-barn-again[bot]'] as const
export const botToken = (login: string) => `t_${login.replaceAll(/\W/g, '_')}`

export type GithubApps = ReturnType<typeof createGithubApps>

/** GitHub Apps in the shapes of docs.github.com (REST, "GitHub Apps"), which the emulator has for its own clock alone. */
export function createGithubApps(urlOf: () => string) {
  const apps: App[] = []
  const codes = new Map<string, { readonly app: App; readonly until: number }>()
  const installations = new Map<number, Installation>()
  const tokens = new Map<string, { readonly installation: number; readonly until: number }>()
  const left = new Map<number, number>()

  const host = {
    now: () => Date.now(),
    /** The tokens that were made, in order. */
    made: [] as number[],
    installations,
    /** Confirms a manifest, as a person does at the host. @returns where the browser is sent then. */
    confirm(action: string, manifest: Manifest, name = manifest.name): URL {
      const { publicKey, privateKey } = generateKeyPairSync('rsa', {
        modulusLength: 2048,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      })
      const app: App = {
        id: 1_000 + apps.length,
        slug: name.toLowerCase().replaceAll(/\W+/g, '-'),
        manifest,
        publicKey,
        secrets: {
          pem: privateKey,
          webhook_secret: `CANARY-hook-${apps.length}`,
          client_secret: `CANARY-client-${apps.length}`,
        },
      }
      apps.push(app)
      const code = randomBytes(20).toString('hex')
      codes.set(code, { app, until: host.now() + hour })
      const back = new URL(manifest.redirect_url)
      back.searchParams.set('code', code)
      back.searchParams.set('state', new URL(action).searchParams.get('state') ?? '')
      return back
    },
    install(slug: string, repos: string[]): number {
      const app = apps.find(one => one.slug === slug) as App
      const id = 500 + installations.size
      installations.set(id, { id, app, repos, suspended: false })
      return id
    },
    secretOf: (slug: string) => (apps.find(one => one.slug === slug) as App).secrets.webhook_secret,
    /** Takes everything away that the tokens of now may do. */
    expireTokens: () => tokens.clear(),
    loginOf(token: string): string | null {
      const known = tokens.get(token)
      const installation = known && installations.get(known.installation)
      if (known === undefined || installation === undefined || known.until <= host.now()) return null
      return installation.suspended ? null : `${installation.app.slug}[bot]`
    },
    isOfInstallation: (token: string | undefined) => token?.startsWith('ghs_') === true,
    /** The headers that the host adds to an installation's answers. */
    quotaOf(token: string): Record<string, string> {
      const id = tokens.get(token)?.installation ?? 0
      left.set(id, (left.get(id) ?? 5_000) - 1)
      return {
        'x-ratelimit-limit': '5000',
        'x-ratelimit-remaining': String(left.get(id)),
        'x-ratelimit-reset': String(Math.floor((host.now() + hour) / 1_000)),
        'x-ratelimit-resource': 'core',
      }
    },
    mayReach(token: string, path: string): boolean {
      const [, repo] = /^\/repos\/([^/]+\/[^/?]+)/.exec(path) ?? []
      const installation = installations.get(tokens.get(token)?.installation ?? 0)
      return repo === undefined || installation?.repos.includes(repo.toLowerCase()) === true
    },
    answer,
  }
  return host

  /** null for what is no question to or about an app. */
  function answer({ method, path, token }: Question): Answer | null {
    const [, code] = /^\/app-manifests\/([^/]+)\/conversions$/.exec(path) ?? []
    if (code !== undefined && method === 'POST') return convert(code)
    if (path === '/installation/repositories?per_page=100') {
      const installation = installations.get(tokens.get(token ?? '')?.installation ?? 0)
      if (installation === undefined || host.loginOf(token ?? '') === null) return unauthorized
      const repositories = installation.repos.map((full_name, at) => ({
        id: at + 1,
        full_name,
        private: false,
      }))
      return { status: 200, body: { total_count: repositories.length, repositories } }
    }
    const repo = /^\/repos\/([^/]+\/[^/]+)\/installation$/.exec(path)?.[1]
    if (repo === undefined && !/^\/app(\/|$)/.test(path)) return null
    const app = readJwt(token)
    if (app === null) return unauthorized
    const own = [...installations.values()].filter(one => one.app === app)
    if (repo !== undefined) {
      const found = own.find(({ repos }) => repos.includes(repo.toLowerCase()))
      return found === undefined ? missing : { status: 200, body: show(found) }
    }
    if (path === '/app/installations?per_page=30') return { status: 200, body: own.map(show) }
    const id = Number(/^\/app\/installations\/(\d+)\/access_tokens$/.exec(path)?.[1])
    const installation = own.find(one => one.id === id)
    if (installation === undefined || method !== 'POST') return missing
    if (installation.suspended)
      return { status: 403, body: { message: 'This installation has been suspended', status: '403' } }
    const made = `ghs_${randomBytes(18).toString('hex')}`
    const until = host.now() + hour
    tokens.set(made, { installation: id, until })
    host.made.push(id)
    return {
      status: 201,
      body: {
        token: made,
        expires_at: new Date(until).toISOString().replace('.000Z', 'Z'),
        permissions: app.manifest.default_permissions,
        repository_selection: 'selected',
      },
    }
  }

  function convert(code: string): Answer {
    const known = codes.get(code)
    codes.delete(code)
    if (known === undefined || known.until <= host.now()) return missing
    const { id, slug, manifest, secrets } = known.app
    const { name, default_permissions: permissions, default_events: events } = manifest
    return {
      status: 201,
      body: {
        id,
        slug,
        node_id: 'MDExOkludGVncmF0aW9uMQ==',
        owner: { login: 'giver', id: 1, type: 'User' },
        name,
        description: null,
        external_url: 'https://barn.example',
        html_url: `${urlOf()}/apps/${slug}`,
        created_at: new Date(host.now()).toISOString(),
        updated_at: new Date(host.now()).toISOString(),
        permissions,
        events,
        client_id: `Iv1.${id}`,
        ...secrets,
      },
    }
  }

  function readJwt(token: string | undefined): App | null {
    const [head = '', claims = '', signature = ''] = token?.split('.') ?? []
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}')
    const { iss, iat, exp } = read(claims)
    const app = apps.find(({ id }) => String(id) === String(iss))
    if (app === undefined || read(head).alg !== 'RS256') return null
    const now = host.now() / 1_000
    const isInTime = iat <= now && exp > now && exp - now <= 600
    const bytes = Buffer.from(`${head}.${claims}`)
    const isSigned = verify('sha256', bytes, app.publicKey, Buffer.from(signature, 'base64url'))
    return isInTime && isSigned ? app : null
  }
}

const missing: Answer = { status: 404, body: { message: 'Not Found', status: '404' } }
const unauthorized: Answer = {
  status: 401,
  body: { message: 'A JSON web token could not be decoded', status: '401' },
}

function show({ id, app, suspended }: Installation) {
  return {
    id,
    account: { login: 'giver', id: 1, type: 'User' },
    repository_selection: 'selected',
    app_id: app.id,
    app_slug: app.slug,
    target_type: 'User',
    permissions: app.manifest.default_permissions,
    events: app.manifest.default_events,
    suspended_at: suspended ? '2026-03-01T12:00:00Z' : null,
    suspended_by: null,
  }
}
