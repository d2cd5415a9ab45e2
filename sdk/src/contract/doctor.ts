import { type Static, Type } from 'typebox'
import { Instant, Nullable } from './primitives.ts'

export const findingStates = ['fine', 'warning', 'wrong'] as const

export const Finding = Type.Object({
  about: Type.String({ description: 'The subject of the check, in a word or two' }),
  state: Type.Enum(findingStates),
  says: Type.String({ description: 'The finding, for people to read' }),
  mend: Nullable(Type.String({ description: 'The remedy; null where nothing is to be done' })),
})
export type Finding = Static<typeof Finding>

export const Diagnosis = Type.Object({
  at: Instant,
  ok: Type.Boolean({ description: 'Whether nothing is wrong; there may be warnings' }),
  findings: Type.Array(Finding),
})
export type Diagnosis = Static<typeof Diagnosis>
