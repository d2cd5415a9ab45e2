import { type Static, Type } from 'typebox'
import { Text } from './text.ts'

export const TrustList = Type.Object({
  text: Type.String({ description: 'In Trustdown, as it was saved; nobody else reads it' }),
  version: Type.Integer({ description: '0 where none was saved' }),
  vouched: Type.Integer({ description: "Accounts at this service's code host that it vouches for" }),
  denounced: Type.Integer({ description: 'Those that it denounces' }),
  known: Type.Integer({ description: 'How many of both are proved here, and so are known by their number' }),
  elsewhere: Type.Integer({ description: 'Lines about accounts at other hosts' }),
  unread: Type.Array(Type.Integer(), { description: 'The numbers of lines that name nobody, at most 100' }),
})
export type TrustList = Static<typeof TrustList>

export const NewTrustList = Type.Object({
  text: Text(65_536, {
    description: 'At most 2,000 lines and 64 KiB: `github:alice`, `-github:bob a reason`, `# a comment`',
  }),
  version: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Of the list that was read: 409 where there is a newer one' }),
  ),
})
export type NewTrustList = Static<typeof NewTrustList>
