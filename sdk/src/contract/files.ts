import { type Static, Type } from 'typebox'
import { Hidden } from './moderation.ts'
import { Address, Instant } from './primitives.ts'

export const fileTypes = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
} as const
export type FileType = keyof typeof fileTypes

/** The largest size of one file. */
export const mostFileBytes = 5 * 1_048_576

export const fileUses = ['public', 'evidence'] as const
const FileUse = Type.Enum(fileUses, {
  description: 'public: for everyone; evidence: for the giver, that farmer and the arbiter alone',
})
export type FileUse = Static<typeof FileUse>

export const FileForm = Type.Object({
  use: Type.Optional(FileUse),
  questId: Type.Optional(Type.String({ maxLength: 100, description: 'For evidence: its quest' })),
  farmer: Type.Optional(Address),
})
export type FileForm = Static<typeof FileForm>

export const NewFile = Type.Object({
  file: Type.String({
    format: 'binary',
    description:
      'PNG, JPEG, WebP, GIF, PDF or plain text (UTF-8), at most 5 MB. Its content decides its type. Images are ' +
      'encoded anew, without the place and time that a camera adds.',
  }),
  ...FileForm.properties,
})

export const StoredFile = Type.Object({
  id: Type.String(),
  url: Type.String({ description: 'Its path on this service, ready for use in Markdown' }),
  type: Type.Enum(Object.keys(fileTypes) as FileType[]),
  bytes: Type.Integer(),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  use: FileUse,
  questId: Type.Optional(Type.String()),
  farmer: Type.Optional(Address),
  createdAt: Instant,
  hidden: Type.Optional(Hidden),
})
export type StoredFile = Static<typeof StoredFile>

export const FileQuery = Type.Object({
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$', description: '1 to 1000; 1000 by default' })),
  cursor: Type.Optional(Type.String({ maxLength: 100, description: 'From the Link header' })),
})
export type FileQuery = Static<typeof FileQuery>
