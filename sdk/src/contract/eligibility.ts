import { type Static, Type } from 'typebox'
import { Nullable } from './primitives.ts'

export const PlacesHeld = Type.Object(
  {
    held: Type.Integer({
      description: 'Places with and without work now, of this wallet and its proved account',
    }),
    allowed: Type.Integer({ description: 'As many as there may be at once' }),
    finished: Type.Integer({ description: 'The finished work that counts, up to the highest rung' }),
    next: Nullable(
      Type.Object(
        { finished: Type.Integer(), places: Type.Integer() },
        { description: 'What raises it; null on the highest rung, and without a proved account' },
      ),
    ),
  },
  { description: 'The ladder of places (PLACES_LADDER)' },
)
export type PlacesHeld = Static<typeof PlacesHeld>

export const Eligibility = Type.Object({
  mayTake: Type.Boolean({
    description: 'Whether nothing is known against it; the take itself is judged once more',
  }),
  reasons: Type.Array(
    Type.Object({
      code: Type.String({ description: 'As of the refusal that the take would get' }),
      text: Type.String(),
    }),
    { description: 'Every reason against it, not only the first' },
  ),
  places: Nullable(PlacesHeld),
})
export type Eligibility = Static<typeof Eligibility>

export const EligibilityQuery = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) })
export type EligibilityQuery = Static<typeof EligibilityQuery>
