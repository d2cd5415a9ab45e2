import { type Static, Type } from 'typebox'
import { Text } from './text.ts'
import { Verification } from './verify.ts'

const RedirectUri = Type.Optional(
  Text(2_048, { minLength: 1, description: 'The redirect URI that the code was requested with' }),
)
const CodeVerifier = Type.Optional(Text(128, { minLength: 43, description: 'PKCE (RFC 7636)' }))

/** With a session's token, the account is also linked to that session's address, as proven. */
export const CodehostCode = Type.Object({
  code: Text(512, { minLength: 1 }),
  redirectUri: RedirectUri,
  redirect_uri: RedirectUri,
  codeVerifier: CodeVerifier,
  code_verifier: CodeVerifier,
})
export type CodehostCode = Static<typeof CodehostCode>

export const CodehostToken = Type.Object({
  username: Type.String({ description: 'The login at the code host' }),
  token: Type.String({ description: 'The access token; the service keeps no copy' }),
})
export type CodehostToken = Static<typeof CodehostToken>

export const WebhookAnswer = Type.Object({
  verification: Type.Optional(Verification),
  command: Type.Optional(Type.String({ description: 'The request in an issue, which will be looked at' })),
  pullRequest: Type.Optional(
    Type.Integer({
      description: 'The pull request that will be looked at, to say on it whether its merge pays',
    }),
  ),
  ignored: Type.Optional(Type.String({ description: 'Why nothing follows from this delivery' })),
})
export type WebhookAnswer = Static<typeof WebhookAnswer>
