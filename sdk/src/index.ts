export * from './amount.ts'
export { createFurrow } from './client.ts'
export * from './contract/index.ts'
export { FurrowError, type FurrowErrorCode } from './errors.ts'
export type { OpenedDay } from './event-days.ts'
export type { EventOptions } from './events.ts'
export type {
  AccountApi,
  CodehostApi,
  CommunityDaoApi,
  FilesApi,
  Furrow,
  FurrowOptions,
  KeysApi,
  MailApi,
  ModerationApi,
  NotificationsApi,
  PayoutsApi,
  ProfileApi,
  ProfilesApi,
  QuestDraftsApi,
  QuestsApi,
  ResolveApi,
  ServiceApi,
  SessionApi,
  SessionsApi,
  TasksApi,
} from './furrow.ts'
export { everyPage } from './pages.ts'
export type { QuestAsRead } from './quest-places.ts'
export type { RetryOptions } from './retry.ts'
export type { ApiKeyTerms, Signer, SignInOptions } from './sign-in.ts'
export type { TypedSigner } from './sign-votes.ts'
export type { ChangeOptions, Page } from './transport.ts'
export { findUnpaidAddition } from './unpaid-addition.ts'
