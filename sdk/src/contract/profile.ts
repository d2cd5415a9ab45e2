import { type Static, Type } from 'typebox'
import { Hidden } from './moderation.ts'
import { Address, Amount, Instant, Nullable } from './primitives.ts'
import { chosenName, seenAlone, Text } from './text.ts'

export const ProfileQuery = Type.Object({
  address: Type.Optional(Address),
  init: Type.Optional(Type.Enum(['true', 'false'])),
})
export type ProfileQuery = Static<typeof ProfileQuery>

export const languages = ['en', 'de', 'es', 'fr'] as const
/** A language that the service writes letters in. */
export type Language = (typeof languages)[number]

export const Badge = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  awardedAt: Instant,
})
export type Badge = Static<typeof Badge>

const FarmerText = {
  bio: Text(5_000),
  skills: Type.Array(Text(64, { minLength: 1 }), { maxItems: 50 }),
  guild: Nullable(Text(64, { minLength: 1, pattern: seenAlone })),
}

export const FarmerProfile = Type.Object({
  bio: Type.String(),
  skills: Type.Array(Type.String()),
  guild: Nullable(Type.String()),
  rank: Type.String({ description: 'Seedling, Sprout, Grower, Harvester or Master Farmer' }),
  score: Type.Number({ description: "This season's score" }),
  questsAccepted: Type.Integer(),
  questsCompleted: Type.Integer(),
  questsProved: Type.Optional(
    Type.Integer({
      description: 'The completed quests that count for points; 0 where this service can prove nothing',
    }),
  ),
  rating: Nullable(Type.Number({ description: 'Mean of the reviews received as a farmer, 1 to 5' })),
  earned: Type.Array(Amount, {
    description:
      'Booked for work that counts for points, as it always was: where POINTS_FOR is recorded that is all work, and ' +
      '`proved` is the part that arrived',
  }),
  proved: Type.Optional(
    Type.Array(Amount, {
      description: 'Earned by work that a merge proved, the contract paid, or a payment on a chain shows',
    }),
  ),
  recorded: Type.Optional(
    Type.Array(Amount, { description: 'Earned by all other released work, which nothing proves' }),
  ),
})
export type FarmerProfile = Static<typeof FarmerProfile>

/** Beside `profilePhoto`, which may lead to any host. */
export const ShownPicture = Type.Optional(
  Type.String({
    description:
      "The path of the service's own picture of the photo; add `&size=192` for a larger one. Absent where there is none",
  }),
)

const GiverText = {
  organization: Text(200),
  website: Text(500, { description: 'An http(s) URL, or empty' }),
  bio: Text(5_000),
}

export const GiverProfile = Type.Object({
  ...GiverText,
  questsPosted: Type.Integer(),
  questsCompleted: Type.Integer({ description: 'Pieces of work that this giver released' }),
  rating: Nullable(Type.Number({ description: 'Mean of the reviews received as a giver, 1 to 5' })),
  paid: Type.Array(Amount, {
    description:
      'Booked for work that counts for points, as it always was: where POINTS_FOR is recorded that is all work, and ' +
      '`proved` is the part with a proof',
  }),
  proved: Type.Optional(
    Type.Array(Amount, {
      description: 'Paid for work that a merge proved, the contract paid, or a payment on a chain shows',
    }),
  ),
  recorded: Type.Optional(
    Type.Array(Amount, { description: 'Paid for all other released work, which nothing proves' }),
  ),
  paidRate: Nullable(Type.Number({ description: 'Share of the decided work that was released, 0 to 1' })),
  medianReviewHours: Nullable(Type.Number()),
  settledRate: Type.Optional(
    Nullable(
      Type.Number({
        description: 'The share of the newest 100 releases with a payment shown on a chain, 0 to 1',
      }),
    ),
  ),
  medianDaysToPay: Type.Optional(
    Nullable(Type.Number({ description: 'For those, from the release to the payment' })),
  ),
  disputesLost: Type.Integer(),
})
export type GiverProfile = Static<typeof GiverProfile>

/** In profiles and cards. */
export const ShownName = Type.Optional(
  Type.String({
    description:
      'A name that they chose themselves: it proves nothing, and others may have it too. Show it with their picture, marked, and after a proved name. Absent where there is none',
  }),
)

export const Profile = Type.Object({
  address: Address,
  ensAddress: Nullable(
    Type.String({
      description: 'Confirmed by ENS where the service can ask it, else what the profile claims',
    }),
  ),
  ensVerified: Type.Optional(
    Type.Boolean({ description: 'Whether ENS confirmed it; otherwise it is a claim' }),
  ),
  displayName: ShownName,
  codehostUsername: Nullable(Type.String()),
  codehostVerified: Type.Boolean({ description: 'Whether the code host itself proved the account' }),
  profilePhoto: Type.String(),
  picture: ShownPicture,
  farmerProfile: FarmerProfile,
  giverProfile: GiverProfile,
  badges: Type.Array(Badge),
  genesisDAO: Type.Object({ isMember: Type.Boolean(), title: Type.String() }),
  listed: Type.Boolean({ description: 'Whether the directory of farmers may list it' }),
  language: Type.Optional(
    Type.Enum([...languages], {
      description:
        'Shown to its owner: the language of letters about quests from the service; absent where they chose none, which is English',
    }),
  ),
  codehostCommands: Type.Optional(
    Type.Boolean({
      description:
        'Shown to its owner, where it is true: `/take` and `/drop` that the proved account writes in issues act for them',
    }),
  ),
  vouchedListed: Type.Optional(
    Type.Boolean({
      description: 'Shown to its owner, where it is false: the list of vouched accounts does not name theirs',
    }),
  ),
  hidden: Type.Optional(
    Type.Object(Hidden.properties, {
      description: 'Shown to its owner: a moderator hides the texts from others',
    }),
  ),
})
export interface Profile extends Static<typeof Profile> {}

const PasskeyId = Type.String({
  pattern: '^[A-Za-z0-9_-]{16,1400}$',
  description: 'The name that its authenticator gave it, in base64url',
})
const PasskeyFields = {
  id: PasskeyId,
  publicKey: Type.String({ pattern: '^0x[0-9a-f]{128}$', description: 'x and y of P-256' }),
}

export const PasskeyQuery = Type.Object({ id: PasskeyId })
export type PasskeyQuery = Static<typeof PasskeyQuery>

export const KeptPasskey = Type.Object({ ...PasskeyFields, address: Address })
export type KeptPasskey = Static<typeof KeptPasskey>

export const ProfileChange = Type.Object({
  address: Type.Optional(Address),
  ensAddress: Type.Optional(
    Nullable(
      Text(255, {
        minLength: 1,
        description: 'An ENS name that resolves to you (400 otherwise; 503 where ENS cannot be asked)',
      }),
    ),
  ),
  displayName: Type.Optional(
    Nullable(
      Text(40, {
        minLength: 1,
        pattern: chosenName,
        description: 'A name of your choice; 400 where it looks like a name that somebody else has proved',
      }),
    ),
  ),
  codehostUsername: Type.Optional(
    Nullable(Type.String({ pattern: '^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98})$' })),
  ),
  codehostToken: Type.Optional(Text(2_048, { minLength: 1 })),
  profilePhoto: Type.Optional(Text(500)),
  listed: Type.Optional(Type.Boolean({ description: 'false: not in the directory of farmers' })),
  language: Type.Optional(
    Nullable(
      Type.Enum([...languages], {
        description:
          'The language of letters about quests from the service; null: none chosen, which is English',
      }),
    ),
  ),
  codehostCommands: Type.Optional(
    Type.Boolean({
      description:
        'true: `/take` and `/drop` that the proved code-host account writes in issues act for this wallet',
    }),
  ),
  vouchedListed: Type.Optional(
    Type.Boolean({
      description:
        'false: `/.well-known/vouched.td` does not name this account; who is not in the directory is not named either',
    }),
  ),
  passkey: Type.Optional(
    Nullable(
      Type.Object(PasskeyFields, {
        description:
          'The passkey that your account was made with, so that another device finds it; 400 where it is not of your address',
      }),
    ),
  ),
  farmerProfile: Type.Optional(Type.Partial(Type.Object(FarmerText))),
  giverProfile: Type.Optional(Type.Partial(Type.Object(GiverText))),
})
export type ProfileChange = Static<typeof ProfileChange>
