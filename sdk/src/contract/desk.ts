import { type Static, Type } from 'typebox'
import { Application } from './applications.ts'
import { Address, Nullable } from './primitives.ts'
import { Assignment } from './quests.ts'
import { Text } from './text.ts'

/** The parts of a desk: work that waits for the giver, places without work, disputes, and what was decided. */
export const deskParts = ['waiting', 'at-work', 'in-dispute', 'released', 'refunded'] as const
export type DeskPart = (typeof deskParts)[number]

const longest = { label: 40, note: 2_000 }

export const DeskQuery = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'A quest of your own' }),
  part: Type.Optional(Type.Enum(deskParts, { description: 'All of them by default' })),
  label: Type.Optional(Text(longest.label, { minLength: 1, description: 'Places with this label alone' })),
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$', description: '1 to 100, 25 by default' })),
  cursor: Type.Optional(
    Type.String({ maxLength: 200, description: 'From the Link header, for the same part and label' }),
  ),
})
export type DeskQuery = Static<typeof DeskQuery>

export const DeskPlace = Type.Object({
  ...Assignment.properties,
  label: Nullable(Type.String({ description: 'A label of yours, which nobody else reads' })),
  note: Nullable(Type.String({ description: 'A note of yours, which nobody else reads' })),
  application: Type.Optional(
    Type.Object(
      { note: Application.properties.note, answers: Application.properties.answers },
      { description: 'What the farmer said when they applied; left out where they said nothing' },
    ),
  ),
})
export type DeskPlace = Static<typeof DeskPlace>

export const Desk = Type.Object({
  counts: Type.Object(
    {
      waiting: Type.Integer(),
      'at-work': Type.Integer(),
      'in-dispute': Type.Integer(),
      released: Type.Integer(),
      refunded: Type.Integer(),
    },
    { description: 'Of the whole quest' },
  ),
  labels: Type.Array(Type.Object({ label: Type.String(), count: Type.Integer() }), {
    description: 'Your labels in this quest, the most used first',
  }),
  places: Type.Array(DeskPlace, {
    description:
      'waiting, at-work and in-dispute by the time that their window, place or dispute ends; others by when they were taken',
  }),
})
export type Desk = Static<typeof Desk>

export const PlaceNote = Type.Object({
  questId: Text(100, { minLength: 1, description: 'A quest of your own' }),
  farmer: Address,
  label: Type.Optional(Nullable(Text(longest.label, { minLength: 1, description: 'null takes it away' }))),
  note: Type.Optional(Nullable(Text(longest.note, { minLength: 1, description: 'null takes it away' }))),
})
export type PlaceNote = Static<typeof PlaceNote>

export const KeptPlaceNote = Type.Object({
  label: Nullable(Type.String()),
  note: Nullable(Type.String()),
})
export type KeptPlaceNote = Static<typeof KeptPlaceNote>
