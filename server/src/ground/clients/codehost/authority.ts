import type { CodehostConfig } from '../../config/codehost.ts'
import { type Answer, type Ask, isRefused, type Question } from './ask.ts'

export type OAuthClient = { readonly id: string; readonly secret: string }

/** The right by which the service asks about one repository. */
export type Grant = {
  readonly token: string
  readonly spends: string
  /** The login of the app that it acts as; null where its account has to be asked for. */
  readonly login: string | null
}

/** The one place that knows the service's own secrets at its host: the settings have them, or an app that was connected. */
export type Authority = {
  /** null: the service asks as anybody could. */
  find(repo: string): Promise<Grant | null>
  /** Whether a question without a right is refused here, since the host would only refuse it there. */
  refusesWrites(): Promise<boolean>
  /** The host refused the grant. @returns whether another one may be found now. */
  drop(grant: Grant): boolean
  spenderOf(repo: string): string
  readWebhookSecrets(): Promise<readonly string[]>
  readClient(): Promise<OAuthClient | null>
}

/** Questions that spend the quota of the token of the settings, or of this machine's address. */
export const ownQuota = 'own'

export function settingsAuthority({ client, token, webhookSecret }: CodehostConfig): Authority {
  return {
    find: async () => (token === null ? null : { token, spends: ownQuota, login: null }),
    refusesWrites: async () => false,
    drop: () => false,
    spenderOf: () => ownQuota,
    readWebhookSecrets: async () => (webhookSecret === null ? [] : [webhookSecret]),
    readClient: async () => client,
  }
}

/** The answers of a host about its authority, whichever host it is. `read` gives null where a repository cannot be read. */
export function tellOf(authority: Authority, read: (repo: string) => Promise<unknown>) {
  return {
    readClient: () => authority.readClient(),
    takesWebhooks: async () => (await authority.readWebhookSecrets()).length > 0,
    async readAccess(repo: string): Promise<'own' | 'anybody' | 'none'> {
      if ((await read(repo)) === null) return 'none'
      return (await authority.find(repo)) === null ? 'anybody' : 'own'
    },
  }
}

export type AskFor = (
  repo: string,
  url: string,
  question?: Omit<Question, 'token' | 'spends'>,
) => Promise<Answer>

export type Rights = { readonly ask: Ask; readonly askFor: AskFor; readonly authority: Authority }

export function rightsOf(ask: Ask, authority: Authority): Rights {
  const askFor: AskFor = async (repo, url, question = {}) => {
    for (let attempt = 1; ; attempt++) {
      const grant = await authority.find(repo)
      if (grant === null && (question.method ?? 'GET') !== 'GET' && (await authority.refusesWrites()))
        return { status: 404, headers: new Headers(), text: '' }
      const [token, spends] = [grant?.token ?? null, grant?.spends ?? ownQuota]
      const answer = await ask(url, { ...question, token, spends })
      if (grant === null || !isRefused(answer) || attempt === 2 || !authority.drop(grant)) return answer
    }
  }
  return { ask, askFor, authority }
}
