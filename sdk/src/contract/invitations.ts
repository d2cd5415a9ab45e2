import { type Static, Type } from 'typebox'
import { Address, Instant } from './primitives.ts'
import { Text } from './text.ts'

const questId = Text(100, { minLength: 1 })

export const NewInvitation = Type.Object({
  questId,
  address: Address,
  note: Type.Optional(Text(2_000, { description: 'Goes into the letter, and nowhere else' })),
})
export type NewInvitation = Static<typeof NewInvitation>

export const Invitation = Type.Object({
  questId: Type.String(),
  address: Address,
  note: Type.String(),
  invitedAt: Instant,
})
export type Invitation = Static<typeof Invitation>

export const InvitationRef = Type.Object({ questId })
export type InvitationRef = Static<typeof InvitationRef>
