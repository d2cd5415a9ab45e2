import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { Text } from './text.ts'

export const credentialForms = ['badge', 'attestation'] as const

export const CredentialPost = Type.Object({
  questId: Text(120, { minLength: 1 }),
  form: Type.Optional(
    Type.Enum(credentialForms, {
      description:
        'badge: an Open Badge 3.0, which is a Verifiable Credential 2.0, as a JWT; this is the default. attestation: an off-chain ' +
        'attestation for the Ethereum Attestation Service, where the service signs such (GET /config)',
    }),
  ),
  reward: Type.Optional(
    Type.Boolean({ description: 'Whether it says the amount and the token; not unless you wish' }),
  ),
})
export type CredentialPost = Static<typeof CredentialPost>

/** As `@ethereum-attestation-service/eas-sdk` and easscan take it; numbers beyond 2^53 cannot come. */
export const Attestation = Type.Object(
  {
    signer: Address,
    sig: Type.Object({
      version: Type.Integer(),
      uid: Type.String(),
      domain: Type.Object({
        name: Type.String(),
        version: Type.String(),
        chainId: Type.String(),
        verifyingContract: Address,
      }),
      primaryType: Type.String(),
      types: Type.Object({ Attest: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })) }),
      message: Type.Object({
        version: Type.Integer(),
        schema: Type.String(),
        recipient: Address,
        time: Type.String(),
        expirationTime: Type.String(),
        revocable: Type.Boolean(),
        refUID: Type.String(),
        data: Type.String(),
        salt: Type.String(),
      }),
      signature: Type.Object({ r: Type.String(), s: Type.String(), v: Type.Integer() }),
    }),
  },
  { description: 'The attester and what they signed: EIP-712, version 2 of the off-chain protocol of EAS' },
)
export type Attestation = Static<typeof Attestation>

export const Credential = Type.Object({
  id: Type.String(),
  form: Type.Enum(credentialForms),
  status: Type.Enum(['valid', 'revoked']),
  revokedFor: Type.Union([Type.Literal('payment'), Type.Literal('erasure'), Type.Null()], {
    description: 'payment: the chain took the payment back; erasure: the farmer has left',
  }),
  issuedAt: Instant,
  url: Type.String({ description: 'Where anybody sees it with its status; nobody guesses it' }),
  questId: Nullable(Type.String({ description: 'null where nothing is told of the quest any more' })),
  title: Nullable(Type.String({ description: 'Of the quest' })),
  farmer: Nullable(Address),
  reward: Type.Boolean({ description: 'Whether it says the amount and the token' }),
  jwt: Nullable(
    Type.String({
      description: 'The badge, signed by a key of the DID document of the service; null without one',
    }),
  ),
  attestation: Nullable(Attestation),
})
export type Credential = Static<typeof Credential>

export const CredentialsQuery = Type.Object({
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$', description: '1 to 100, 20 by default' })),
  cursor: Type.Optional(Text(200, { description: 'From the Link header' })),
})
export type CredentialsQuery = Static<typeof CredentialsQuery>

export const CredentialParams = Type.Object({ id: Text(120, { minLength: 1 }) })
export const StatusListParams = Type.Object({ list: Type.String({ pattern: '^[1-9][0-9]{0,5}$' }) })
