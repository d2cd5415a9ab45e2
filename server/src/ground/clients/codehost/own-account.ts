import type { Static, TInteger, TObject } from 'typebox'
import { BadRequestError } from '../../errors.ts'
import { type Ask, readAccountAnswer } from './ask.ts'
import { type Authority, ownQuota } from './authority.ts'
import { readAs } from './pulls.ts'

type Author = { readonly id: number; readonly login?: string } | null | undefined

/** Tells the service's own texts: by its account, which is asked once, or by the name of its app. If its token says neither, all may be its own. */
export function ownAccount(
  authority: Authority,
  ask: Ask,
  url: string,
  schema: TObject<{ id: TInteger }>,
  headers: Readonly<Record<string, string>> = {},
): (repo: string) => Promise<(author: Author) => boolean> {
  let known: string | null | undefined
  const isKnown = (author: Author) => known == null || String(author?.id) === known
  return async repo => {
    const grant = await authority.find(repo)
    if (grant?.login) return author => author?.login === grant.login
    if (known !== undefined) return isKnown
    try {
      const answer: Static<typeof schema> = readAs(
        schema,
        readAccountAnswer(await ask(url, { token: grant?.token ?? null, spends: ownQuota, headers })),
      )
      known = String(answer.id)
    } catch (error) {
      if (!(error instanceof BadRequestError)) throw error
      known = null
    }
    return isKnown
  }
}
