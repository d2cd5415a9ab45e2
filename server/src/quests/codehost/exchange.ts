import type { CodehostCode, CodehostToken } from '@furrow/sdk/contract'
import { isUniqueViolation, transaction } from '@furrow/storage/transaction.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, UnavailableError } from '../../ground/errors.ts'
import { linkAccount } from '../../people/profile/codehost-account.ts'
import { requireProfile } from '../../people/profile/rows.ts'
import { pinWork } from './pin-work.ts'

/**
 * The token is handed on and forgotten. With a caller, the account is linked to their address as proven.
 * @throws BadRequestError where the host refuses the code; UnavailableError where there is no client, or no answer.
 */
export async function exchangeForToken(
  context: Context,
  given: CodehostCode,
  caller: Address | null,
): Promise<CodehostToken> {
  const { codehost, db } = context
  if (codehost === null || (await codehost.readClient()) === null)
    throw new UnavailableError(
      'No OAuth client of a code host is configured (CODEHOST_CLIENT_ID, CODEHOST_CLIENT_SECRET), and no app is connected at /setup.',
      { code: 'codehost-not-configured' },
    )
  const token = await codehost.exchangeCode({
    code: given.code,
    redirectUri: given.redirectUri ?? given.redirect_uri,
    codeVerifier: given.codeVerifier ?? given.code_verifier,
  })
  const account = await codehost.readAccount(token)
  if (caller !== null)
    await transaction(db, async trx => {
      await requireProfile({ ...context, db: trx }, caller)
      await linkAccount(trx, context, caller, account, pinWork)
    }).catch(error => {
      if (isUniqueViolation(error))
        throw new BadRequestError('This code-host account was linked to another address just now.', {
          code: 'account-taken',
        })
      throw error
    })
  return { username: account.login, token }
}
