import { type Static, Type } from 'typebox'
import { Address, Nullable } from './primitives.ts'
import { Text } from './text.ts'

const questId = Text(100, { minLength: 1 })
const farmer = Address
/** Everybody on the team, the farmer of the place with them. */
export const mostMembers = 10

const share = Type.Number({
  minimum: 0,
  maximum: 1,
  description: "A member's part of the reward, with at most four decimals: 0.25",
})

/** Actions by which farmers share the reward of one place. */
export const sharingActions = {
  share: Type.Object(
    {
      questId,
      action: Type.Literal('share'),
      shares: Type.Array(Type.Object({ address: Address, share }), {
        maxItems: mostMembers,
        description: 'The farmer and the others, in sum 1; the first gets the last unit. Empty: nobody else',
      }),
    },
    {
      description:
        'The farmer of a place shares its reward before its work is handed in. It holds once each of the others has agreed (agree-to-share), takes the place of an earlier one, and cannot change after the first hand-in; ten for each place. On chain where `GET /config` tells a `splitter` of its chain',
    },
  ),
  'agree-to-share': Type.Object(
    { questId, action: Type.Literal('agree-to-share'), farmer, share },
    {
      description:
        'A member agrees to their share of the place of this farmer, given as they read it. 409 where it is another one now',
    },
  ),
  'refuse-share': Type.Object(
    { questId, action: Type.Literal('refuse-share'), farmer },
    {
      description:
        'A member refuses their share, or takes their agreement back, before the work is handed in: the place is shared no more',
    },
  ),
}

export const SplitAccount = Type.Object(
  {
    account: Address,
    splitter: Address,
    payees: Type.Array(Address, { description: 'In ascending order' }),
    parts: Type.Array(Type.String({ pattern: '^[0-9]{1,78}$' }), {
      description: "Each payee's part, in the token's smallest unit",
    }),
    salt: Type.String({
      pattern: '^0x[0-9a-f]{64}$',
      description: 'Of the quest and the farmer of the place',
    }),
  },
  {
    description:
      'The account of a shared place on chain, which pays its members and nobody else, or of the place that stands for all prizes of a contest, which pays the winners and who paid in. Its address follows from the rest: `splitAddressOf` of the SDK computes it',
  },
)
export type SplitAccount = Static<typeof SplitAccount>

export const SharedPlace = Type.Object(
  {
    agreed: Type.Boolean({ description: 'Whether every member has agreed, so that the share holds' }),
    members: Type.Array(
      Type.Object({
        address: Address,
        share: Type.Number({ description: 'From 0 to 1' }),
        amount: Type.String({ description: 'Their part of the present reward, as exact digits' }),
        agreed: Type.Boolean(),
      }),
      { description: 'The first of them gets the last unit' },
    ),
  },
  { description: 'The members among whom the reward of this place is shared once the work is released' },
)
export type SharedPlace = Static<typeof SharedPlace>

export const MemberOf = Type.Object(
  {
    farmer: Nullable(Address),
    share: Type.Number({ description: 'Their share of what was released for the place, from 0 to 1' }),
  },
  {
    description:
      'The part of a member of a shared place, whose farmer this is; absent for a place of their own',
  },
)
