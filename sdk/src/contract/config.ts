import { type Static, Type } from 'typebox'
import { Address, Nullable } from './primitives.ts'
import { Stopped } from './stopped.ts'

const TermsSource = Type.Enum(['contract', 'settings'], {
  description:
    'contract: the contract itself says so. settings: it could not be asked yet, and the settings of the service say so',
})

/** The rule by which a dispute ends that nobody decides. */
export const undecidedRules = [
  'contract-refunds-all',
  'contract-refunds-unless-attested',
  'contract-pays-merged',
  'merged-else-refund',
  'merged-or-linked',
] as const
export type UndecidedRule = (typeof undecidedRules)[number]

const otherwise = {
  otherwise: Type.String({ description: 'How it ends then, for people to read' }),
  rule: Type.Optional(
    Type.Enum(undecidedRules, { description: 'The same by a code; left out by earlier versions' }),
  ),
}

const Terms = Type.Object(
  {
    decidedBy: Nullable(Address),
    reviewWindowHours: Type.Number(),
    disputeDays: Type.Number({ description: 'Days after which an undecided dispute ends by itself' }),
    ...otherwise,
    source: TermsSource,
    attester: Type.Optional(
      Type.String({
        pattern: '^0x[0-9a-fA-F]{40}$',
        description:
          'The signer of proved work, for whom a dispute that nobody decides pays the farmer; left out where the contract names nobody',
      }),
    ),
    version: Type.Optional(Type.Integer({ description: 'The version of the contract' })),
    owner: Type.Optional(
      Type.String({ description: "The contract's owner, who names others; left out for nobody" }),
    ),
    nextOperator: Type.Optional(
      Type.Object(
        { address: Address, from: Type.String({ format: 'date-time' }) },
        { description: 'The nominated operator, who may begin then; left out for nobody' },
      ),
    ),
    nextDeciders: Type.Optional(
      Type.Object(
        {
          arbiter: Address,
          attester: Nullable(Address),
          from: Type.String({ format: 'date-time' }),
        },
        {
          description:
            'The nominated arbiter and attester of later deposits, whom the owner may appoint then; left out for nobody',
        },
      ),
    ),
    rulingDelayHours: Type.Optional(
      Type.Number({
        description:
          'Hours after which a ruling is paid, from version 3 on; left out where it is paid at once',
      }),
    ),
  },
  { description: 'The arbiter of disputes about the quests in this contract, and its times' },
)

const LedgerDisputes = Type.Object(
  {
    decidedBy: Nullable(Address),
    days: Type.Number({ description: 'Days after which an undecided dispute ends by itself' }),
    ...otherwise,
  },
  {
    description: 'The same for quests in the ledger, where new ones go into a contract; otherwise left out',
  },
)

const Finalized = Type.Boolean({ description: 'Whether the chain itself has to hold it to be final, too' })

const Token = Type.Object(
  {
    symbol: Type.String(),
    address: Address,
    minReward: Type.Optional(
      Type.String({ description: 'The least rewardAmount of a quest in the escrow, as exact digits' }),
    ),
  },
  { description: 'The zero address is the native coin' },
)

const Estimate = Type.Object({
  token: Type.String({ description: 'A symbol, in upper case' }),
  currency: Type.String({ description: 'By ISO 4217' }),
  price: Nullable(
    Type.String({
      description: 'Of a whole token, in exact digits; null while none is known, or it is too old',
    }),
  ),
  at: Nullable(Type.String({ format: 'date-time', description: "The block's time of the price" })),
})

/** Everything that a client needs to know about its service. Nothing in it is a secret. */
export const PublicConfig = Type.Object({
  community: Type.Optional(
    Type.Object(
      {
        name: Nullable(Type.String()),
        text: Type.Optional(Type.String({ description: 'One sentence: the purpose of this place' })),
        logo: Nullable(Type.String({ description: 'The https address of a picture' })),
        picture: Type.Optional(Type.String({ description: 'The public path of the logo at this service' })),
        accent: Nullable(Type.String({ description: 'A colour: #rrggbb' })),
      },
      { description: "The community's name and look, where the settings have any of it" },
    ),
  ),
  demo: Type.Optional(
    Type.Object(
      {
        people: Type.Array(
          Type.Object({
            name: Type.String(),
            role: Type.Enum(['farmer', 'giver', 'arbiter']),
            address: Address,
            key: Type.String({ description: 'The private key: everyone may sign in as them' }),
          }),
        ),
      },
      { description: 'The made-up people of a demo (`npm start -- --demo`); absent everywhere else' },
    ),
  ),
  beta: Type.Boolean({ description: 'Whether a beta code is required' }),
  events: Type.Optional(Type.Boolean({ description: 'Whether changes are streamed, at /events' })),
  platformWallet: Nullable(Address),
  genesisCreator: Nullable(Address),
  passkeys: Type.Optional(
    Nullable(
      Type.Object({ chainId: Type.Integer() }, { description: 'The chain where a passkey owns an account' }),
    ),
  ),
  sponsoredGas: Type.Optional(
    Type.Object(
      { chainIds: Type.Array(Type.Integer()) },
      {
        description:
          'The chains where the community pays the gas of people whose wallet takes a paymaster (ERC-7677); absent for none',
      },
    ),
  ),
  credentials: Type.Optional(
    Type.Object(
      {
        did: Type.String({ description: 'Of the service, which signs them: `/.well-known/did.json`' }),
        forms: Type.Array(Type.Enum(['badge', 'attestation'])),
      },
      { description: 'The credentials that farmers take along for paid and proved work; absent for none' },
    ),
  ),
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
      finalized: Type.Optional(Finalized),
      explorer: Nullable(Type.String({ description: 'Where transactions can be seen, below /tx/<hash>' })),
    }),
  ),
  chains: Type.Optional(
    Type.Array(
      Type.Object({
        chainId: Type.Integer(),
        escrow: Address,
        confirmations: Type.Integer({ description: 'Blocks after which a transaction is final' }),
        finalized: Type.Optional(Finalized),
        explorer: Nullable(Type.String({ description: 'Where transactions can be seen, below /tx/<hash>' })),
        rpc: Type.Optional(
          Type.String({
            description: 'A public JSON-RPC of its chain, where the settings name one',
          }),
        ),
        active: Type.Boolean({ description: 'Whether it takes new quests' }),
        splitter: Type.Optional(
          Type.String({
            pattern: '^0x[0-9a-fA-F]{40}$',
            description:
              'The contract that pays the members of a team: their split account is its `splitOf`; absent where teams are not paid',
          }),
        ),
        stopped: Type.Optional(Stopped),
        terms: Type.Optional(Terms),
        tokens: Type.Array(Token),
      }),
      { description: 'Every escrow contract; `chain` is the first that takes new quests' },
    ),
  ),
  disputes: Type.Object(
    {
      decidedBy: Nullable(Address),
      days: Type.Number({ description: 'Days after which an undecided dispute ends by itself' }),
      ...otherwise,
      source: Type.Optional(TermsSource),
      ledger: Type.Optional(LedgerDisputes),
    },
    {
      description:
        'The judge of disputes about new quests: the platform wallet, or on chain the arbiter; null for nobody. For every contract see its terms',
    },
  ),
  tokens: Type.Array(Token),
  payments: Type.Optional(
    Type.Array(
      Type.Object({
        chainId: Type.Integer(),
        confirmations: Type.Integer({ description: 'Blocks after which a payment counts' }),
        tokens: Type.Array(Type.String({ description: 'A symbol' })),
        addresses: Type.Optional(
          Type.Array(Type.Object({ token: Type.String(), address: Address }), {
            description: "The contract of each token; the zero address is the chain's own coin",
          }),
        ),
      }),
      { description: 'The chains where payments of givers can be looked up' },
    ),
  ),
  estimates: Type.Optional(
    Type.Array(Estimate, {
      description:
        'The tokens that have an estimate in a currency of the world; absent for none. A price that is old is asked for after this answer, and the next one has it',
    }),
  ),
})
export interface PublicConfig extends Static<typeof PublicConfig> {}

export const Version = Type.Object({
  name: Type.String({ description: 'furrow' }),
  version: Type.String({ description: 'As in the changelog' }),
  commit: Nullable(Type.String({ description: 'The commit that it was built from; null where unknown' })),
  schema: Nullable(Type.String({ description: "The last of the database's migrations" })),
})
export type Version = Static<typeof Version>
