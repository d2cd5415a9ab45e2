import { type Static, Type } from 'typebox'
import { Address, Nullable } from './primitives.ts'

/** What a client needs to know of the service that it talks to. Nothing in it is a secret. */
export const PublicConfig = Type.Object({
  beta: Type.Boolean({ description: 'Whether a beta code is asked for' }),
  platformWallet: Nullable(Address),
  genesisCreator: Nullable(Address),
  reviewWindowHours: Type.Number(),
  codehost: Nullable(
    Type.Object({
      kind: Type.Enum(['github', 'gitea', 'gitlab']),
      url: Type.String(),
      clientId: Type.String(),
      authorizeUrl: Type.String(),
      scope: Type.String(),
    }),
  ),
  chain: Nullable(
    Type.Object({
      chainId: Type.Integer(),
      escrow: Address,
      confirmations: Type.Integer({ description: 'Blocks after which a transaction is final' }),
      explorer: Nullable(Type.String({ description: 'Where transactions can be seen, below /tx/<hash>' })),
    }),
  ),
  disputes: Type.Object(
    {
      decidedBy: Nullable(Address),
      days: Type.Number({ description: 'After which an undecided dispute ends by itself' }),
      otherwise: Type.String({ description: 'How it ends then, for people to read' }),
    },
    { description: 'Who decides disputes: the platform wallet, or on chain the arbiter; null for nobody' },
  ),
  tokens: Type.Array(
    Type.Object(
      { symbol: Type.String(), address: Address },
      { description: 'The zero address is the native coin' },
    ),
  ),
})
export type PublicConfig = Static<typeof PublicConfig>

export const Version = Type.Object({
  name: Type.String({ description: 'furrow' }),
  version: Type.String({ description: 'As the changelog has it' }),
  commit: Nullable(Type.String({ description: 'What it was built of, where that was known' })),
  schema: Nullable(Type.String({ description: "The last of the database's migrations" })),
})
export type Version = Static<typeof Version>
