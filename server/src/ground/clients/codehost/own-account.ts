import type { Static, TInteger, TObject } from 'typebox'
import type { CodehostConfig } from '../../config/codehost.ts'
import { BadRequestError } from '../../errors.ts'
import { type Ask, readAccountAnswer } from './ask.ts'
import { readAs } from './pulls.ts'

/** The service's own account, asked once; null if its token belongs to an app, and so to nobody. */
export function ownAccount(
  { token }: CodehostConfig,
  ask: Ask,
  url: string,
  schema: TObject<{ id: TInteger }>,
  headers: Readonly<Record<string, string>> = {},
): () => Promise<string | null> {
  let known: string | null | undefined
  return async () => {
    if (known !== undefined) return known
    try {
      const answer: Static<typeof schema> = readAs(
        schema,
        readAccountAnswer(await ask(url, { token, headers })),
      )
      known = String(answer.id)
    } catch (error) {
      if (!(error instanceof BadRequestError)) throw error
      known = null
    }
    return known
  }
}
