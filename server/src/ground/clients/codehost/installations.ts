import { Nullable } from '@furrow/sdk/contract'
import { type Static, Type } from 'typebox'
import type { CodehostConfig } from '../../config/codehost.ts'
import { type HostApp, signAppToken } from './app-token.ts'
import { type Answer, type Ask, isLimited, type Question, readAnswer } from './ask.ts'
import { readAs, repoPath } from './pulls.ts'

const Id = Type.Integer({ minimum: 1 })
const InstallationAnswer = Type.Object({
  id: Id,
  account: Type.Optional(Nullable(Type.Object({ login: Type.Optional(Type.String()) }))),
  suspended_at: Type.Optional(Nullable(Type.String())),
})
const TokenAnswer = Type.Object({
  token: Type.String({ pattern: '^[\\x21-\\x7e]{1,4096}$' }),
  expires_at: Type.String(),
})
const Repositories = Type.Object({
  total_count: Type.Integer(),
  repositories: Type.Array(Type.Object({ full_name: Type.String({ minLength: 1, maxLength: 500 }) })),
})

export type Installation = { readonly id: string; readonly account: string; readonly suspended: boolean }
export type InstallationToken = { readonly token: string; readonly expiresAt: number }

const mostInstallations = 30
const mostRepositories = 100

const refused = new Set([401, 403, 404])

/** Questions that an app asks in its own name. null: the host knows no such thing, or knows the app no more. */
export function askAsApp({ apiUrl }: CodehostConfig, ask: Ask, headers: Readonly<Record<string, string>>) {
  const send = (app: HostApp, now: number, path: string, method: Question['method'] = 'GET') =>
    ask(`${apiUrl}${path}`, { method, headers, token: signAppToken(app, now) })
  /** A limit of questions is no refusal. */
  const read = (answer: Answer) =>
    refused.has(answer.status) && !isLimited(answer) ? null : readAnswer(answer)

  return {
    async find(app: HostApp, now: number, repo: string): Promise<Installation | null> {
      const answer = read(await send(app, now, `/repos/${repoPath(repo)}/installation`))
      return answer === null ? null : toInstallation(readAs(InstallationAnswer, answer))
    },
    async makeToken(app: HostApp, now: number, id: string): Promise<InstallationToken | null> {
      const answer = read(await send(app, now, `/app/installations/${id}/access_tokens`, 'POST'))
      if (answer === null) return null
      const { token, expires_at } = readAs(TokenAnswer, answer)
      return { token, expiresAt: Date.parse(expires_at) }
    },
    /** The first of them; null where the host knows the app no more. */
    async list(app: HostApp, now: number): Promise<readonly Installation[] | null> {
      const answer = read(await send(app, now, `/app/installations?per_page=${mostInstallations}`))
      return answer === null ? null : readAs(Type.Array(InstallationAnswer), answer).map(toInstallation)
    },
    async listRepositories(token: string, spends: string) {
      const url = `${apiUrl}/installation/repositories?per_page=${mostRepositories}`
      const answer = read(await ask(url, { headers, token, spends }))
      if (answer === null) return null
      const { total_count, repositories } = readAs(Repositories, answer)
      return { names: repositories.map(({ full_name }) => full_name), count: total_count }
    },
  }
}

function toInstallation({ id, account, suspended_at }: Static<typeof InstallationAnswer>): Installation {
  return { id: String(id), account: account?.login ?? '', suspended: suspended_at != null }
}
