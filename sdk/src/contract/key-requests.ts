import { type Static, Type } from 'typebox'
import { KeyScope } from './api-keys.ts'
import { SignIn } from './auth.ts'
import { Text } from './text.ts'

/** A program's request at `/authorize`, in the words of OAuth 2.1. */
export const KeyRequest = Type.Object({
  client_id: Text(2_048, {
    description: 'Of a registration (RFC 7591), or the address of a metadata document',
  }),
  redirect_uri: Text(500, {
    description: 'Where the code goes; on this computer any port will do (RFC 8252)',
  }),
  response_type: Type.Optional(Text(40, { description: 'code' })),
  code_challenge: Type.Optional(Text(128, { description: 'PKCE, which is needed (RFC 7636)' })),
  code_challenge_method: Type.Optional(Text(40, { description: 'S256' })),
  scope: Type.Optional(Text(200, { description: 'Scopes, with blanks between them' })),
  state: Type.Optional(Text(1_000, { description: "The program's own, which it gets back" })),
  resource: Type.Optional(Text(500, { description: 'The service that the key is for (RFC 8707)' })),
})
export type KeyRequest = Static<typeof KeyRequest>

export const AskedKey = Type.Object({
  name: Type.String({ description: 'As the program calls itself: nobody has checked it' }),
  host: Type.Union([Type.String(), Type.Null()], {
    description: 'The host that vouches for the program by a metadata document; null for any other program',
  }),
  redirectHost: Type.String({ description: 'The host that gets the code' }),
  local: Type.Boolean({ description: 'Whether the code goes to a program on the same computer' }),
  scopes: Type.Array(KeyScope, {
    description: 'The scopes that it asks for; none where it leaves the choice',
  }),
  agent: Type.Boolean({ description: 'Whether it asks for a key for MCP, as agents do' }),
  problem: Type.Union([Type.String(), Type.Null()], {
    description: 'A sentence on why no key can be given; null where one can',
  }),
  back: Type.String({ description: 'Where the person goes who gives no key' }),
})
export type AskedKey = Static<typeof AskedKey>

export const KeyGrant = Type.Object({ ...SignIn.properties, request: KeyRequest })
export type KeyGrant = Static<typeof KeyGrant>

export const GrantedKey = Type.Object({
  redirect: Type.String({
    description: 'Where the person goes now; the code in it is good once, for two minutes',
  }),
})
export type GrantedKey = Static<typeof GrantedKey>
