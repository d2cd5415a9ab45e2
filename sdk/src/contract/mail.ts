import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { Text } from './text.ts'

export const mailTypes = ['direct', 'quest', 'platform-update', 'dispute'] as const
export const MailType = Type.Enum(mailTypes)
export type MailType = (typeof mailTypes)[number]

export const everyone = '*'

const Recipient = Type.String({
  pattern: '^(?:\\*|0[xX][0-9a-fA-F]{40})$',
  description: 'Address, or * for everyone',
})

export const Message = Type.Object({
  id: Type.String({ description: 'mail-<timestamp>-<suffix>' }),
  from: Address,
  to: Recipient,
  subject: Type.String(),
  body: Type.String(),
  type: MailType,
  sentAt: Instant,
  read: Type.Boolean(),
  official: Type.Boolean({
    description:
      'Whether it is a notice by the service itself, or a broadcast; false for letters by people, whatever their type',
  }),
  questId: Type.Optional(
    Nullable(
      Type.String({
        description:
          'The quest of a notice or an invitation; null for other letters, and for those from before this was kept',
      }),
    ),
  ),
})
export interface Message extends Static<typeof Message> {}

export const NewMessage = Type.Object({
  to: Recipient,
  subject: Text(256),
  body: Text(32_768),
  type: Type.Optional(MailType),
})
export type NewMessage = Static<typeof NewMessage>

export const MailBlock = Type.Object({ address: Address, since: Instant })
export type MailBlock = Static<typeof MailBlock>

export const MailBlockRef = Type.Object({ address: Address })
export type MailBlockRef = Static<typeof MailBlockRef>

export const MailQuery = Type.Object({
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$', description: '1 to 1000' })),
  cursor: Type.Optional(Type.String({ maxLength: 100, description: 'From the Link header' })),
  quest: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Only notices by the service about this quest',
    }),
  ),
  from: Type.Optional(Address),
})
export type MailQuery = Static<typeof MailQuery>

const messageId = Text(100, { minLength: 1 })

export const MessageMark = Type.Object({ messageId, read: Type.Boolean() })
export type MessageMark = Static<typeof MessageMark>

export const MessageRef = Type.Object({ messageId })
export type MessageRef = Static<typeof MessageRef>
