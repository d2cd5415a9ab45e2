import { type Static, Type } from 'typebox'
import { Address, Nullable } from './primitives.ts'
import { ShownName, ShownPicture } from './profile.ts'

/** A name for an address, and a picture beside it. */
export const ProfileCard = Type.Object({
  address: Address,
  name: Nullable(
    Type.String({
      description:
        'The ENS name, else the proved code-host account after an @. Strangers choose names: show it beside the address',
    }),
  ),
  nameVerified: Type.Boolean({
    description: 'Whether ENS or the code host confirmed it; otherwise it is a claim',
  }),
  displayName: ShownName,
  profilePhoto: Type.String(),
  picture: ShownPicture,
  codehostUsername: Nullable(Type.String()),
  codehostVerified: Type.Boolean({ description: 'Whether the code host itself proved the account' }),
  farmer: Type.Optional(
    Type.Object(
      {
        skills: Type.Array(Type.String()),
        guild: Nullable(Type.String()),
        rank: Type.String(),
        score: Type.Number({ description: "This season's score" }),
        questsCompleted: Type.Integer(),
        rating: Nullable(Type.Number()),
      },
      { description: 'Present in the directory' },
    ),
  ),
})
export type ProfileCard = Static<typeof ProfileCard>

/**
 * The orders of the directory. `rating` counts as if three more reviews had given 3; people without reviews follow,
 * newest first.
 */
export const farmerSorts = ['score', 'completed', 'rating', 'newest'] as const
export type FarmerSort = (typeof farmerSorts)[number]

export const ProfilesQuery = Type.Object({
  address: Type.Optional(
    Type.String({
      maxLength: 8_000,
      description: 'Cards of these addresses: up to 100, by commas or repeated',
    }),
  ),
  skill: Type.Optional(Type.String({ maxLength: 64, description: 'In any letter case' })),
  sort: Type.Optional(
    Type.Enum(farmerSorts, {
      description:
        "score, this season's, by default; completed; rating, as if three more reviews had given 3; newest. People without " +
        'a value to sort by follow, newest first.',
    }),
  ),
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$', description: '1 to 100' })),
  cursor: Type.Optional(
    Type.String({ maxLength: 100, description: 'From the Link header, for the same skill and sort' }),
  ),
})
export type ProfilesQuery = Static<typeof ProfilesQuery>
