import { BadRequestError, UnavailableError } from '../../errors.ts'
import { type Ask, notUnderstood, readAnswer } from './ask.ts'
import type { OAuthClient } from './authority.ts'
import type { CodeExchange } from './codehost.ts'

/** RFC 6749, section 4.1.3. GitHub refuses with status 200, so any `error` is a refusal; some hosts answer in a form */
export async function exchangeCode(
  ask: Ask,
  client: OAuthClient | null,
  url: string,
  { code, redirectUri, codeVerifier }: CodeExchange,
): Promise<string> {
  if (client === null)
    throw new UnavailableError(
      'No OAuth client of the code host is configured; accounts cannot be linked this way.',
      { code: 'codehost-not-configured' },
    )
  const answer = await ask(url, {
    method: 'POST',
    json: {
      client_id: client.id,
      client_secret: client.secret,
      code,
      grant_type: 'authorization_code',
      ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
      ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
    },
  })
  const fields = readFields(answer.text)
  if (fields.error !== undefined || (answer.status >= 400 && answer.status < 500 && answer.status !== 429))
    throw new BadRequestError(
      `The code host refused the code${known(fields.error)}. A code is good once, and for ten minutes: begin the link again.`,
      { code: 'codehost-code-refused' },
    )
  if (answer.status < 200 || answer.status > 299) {
    readAnswer(answer)
    throw notUnderstood()
  }
  const token = fields.access_token
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,4096}$/.test(token)) throw notUnderstood()
  return token
}

function readFields(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return Object.fromEntries(new URLSearchParams(text))
  }
}

const refusals = [
  'bad_verification_code',
  'incorrect_client_credentials',
  'redirect_uri_mismatch',
  'unverified_user_email',
  'invalid_grant',
  'invalid_client',
  'invalid_request',
  'unauthorized_client',
]

/** Passes on known words only: a provider's own text could repeat what it was sent, the secret among it. */
function known(error: unknown): string {
  return typeof error === 'string' && refusals.includes(error) ? ` (${error})` : ''
}
