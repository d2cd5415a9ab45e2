import { type Static, Type } from 'typebox'
import { keyScopes } from './key-scopes.ts'
import { Address } from './primitives.ts'
import { Text } from './text.ts'

export const NonceQuery = Type.Object({ address: Address })
export type NonceQuery = Static<typeof NonceQuery>

export const Nonce = Type.Object({
  nonce: Type.String({ description: 'Goes into the sign-in message; signs in once, within ten minutes' }),
  nonceToken: Type.String({ description: 'Signed token bound to the nonce and the address' }),
})
export type Nonce = Static<typeof Nonce>

export const SignIn = Type.Object({
  address: Address,
  signature: Text(16_386, {
    description:
      "The signature of the message, in hex: of the address's key (also EIP-2098), or as its smart wallet takes it (ERC-1271, ERC-6492)",
  }),
  nonce: Text(256),
  nonceToken: Text(2_048),
  message: Text(4_096, { description: 'The signed EIP-4361 text' }),
})
export type SignIn = Static<typeof SignIn>

export const Session = Type.Object({
  token: Type.String({ description: 'JWT; goes into `Authorization: Bearer`, valid for 24 hours' }),
})
export type Session = Static<typeof Session>

export const Caller = Type.Object({
  address: Address,
  scopes: Type.Union(
    [Type.Array(Type.Enum(Object.keys(keyScopes) as (keyof typeof keyScopes)[])), Type.Null()],
    {
      description: 'The scopes of the API key; null for a session, which may do everything',
    },
  ),
  agent: Type.Boolean({ description: 'Whether it is the API key of an agent' }),
})
export type Caller = Static<typeof Caller>

export const OwnSession = Type.Object({
  id: Type.String(),
  createdAt: Type.String(),
  expiresAt: Type.String(),
  usedAt: Type.Union([Type.String(), Type.Null()], {
    description: 'When it was last used, to the hour; null for never',
  }),
  way: Type.Enum(['key', 'wallet'], {
    description: 'Signed by a key of the address, or by the smart wallet at it',
  }),
  sameNetwork: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Whether it began in the network of this request; null where unknown',
  }),
  current: Type.Boolean({ description: 'Whether it is the session of this request' }),
})
export type OwnSession = Static<typeof OwnSession>

export const SessionRef = Type.Object({ id: Text(64) })
export type SessionRef = Static<typeof SessionRef>

export const BetaCode = Type.Object({ code: Text(256) })
export type BetaCode = Static<typeof BetaCode>

export const BetaAnswer = Type.Object({ valid: Type.Boolean() })
export type BetaAnswer = Static<typeof BetaAnswer>
