import { type Static, Type } from 'typebox'
import { Address } from './primitives.ts'

export const ResolveQuery = Type.Object({
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'An ENS name, in any letter case (ENSIP-15)' }),
  ),
  address: Type.Optional(Address),
})
export type ResolveQuery = Static<typeof ResolveQuery>

export const Resolution = Type.Object({
  address: Address,
  name: Type.String({ description: 'In normal form' }),
  verified: Type.Boolean({ description: 'Whether ENS says so; false for a claim of a profile' }),
})
export type Resolution = Static<typeof Resolution>
