import { type Static, Type } from 'typebox'
import { Admission, Requirements } from './applications.ts'
import { contestRankers, mostPrizes } from './contests.ts'
import { Instant, Nullable } from './primitives.ts'
import { TypedQuestions } from './questions.ts'
import { NewQuest } from './quests.ts'
import { Text } from './text.ts'

/** A quest as typed so far: only its length is checked before it is posted. */
export const TypedQuest = Type.Partial(
  Type.Object({
    title: Text(200),
    description: Text(20_000),
    reward: Text(100),
    rewardAmount: Type.Number(),
    rewardToken: Text(20),
    chainId: Type.Integer(),
    skills: Type.Array(Text(64), { maxItems: 50 }),
    maxFarmers: Type.Integer(),
    category: Text(64),
    codehostRepo: Text(300),
    codehostIssue: Text(300),
    deadline: Text(40),
    admission: Admission,
    requires: Type.Partial(Requirements),
    questions: TypedQuestions,
    mode: Type.Enum(['places', 'contest']),
    prizes: Type.Array(Text(40), { maxItems: mostPrizes }),
    entriesUntil: Text(40),
    decideUntil: Text(40),
    maxEntries: Type.Integer(),
    sealed: Type.Boolean(),
    rankBy: Type.Enum(contestRankers),
  }),
)
export type TypedQuest = Static<typeof TypedQuest>

export const QuestDraft = Type.Object({
  id: Type.String({ description: 'draft-<timestamp>-<suffix>' }),
  version: Type.Integer({ description: 'Grows with each save' }),
  template: Type.Boolean({ description: 'Stays when a quest is posted from it' }),
  quest: TypedQuest,
  createdAt: Instant,
  updatedAt: Instant,
})
export interface QuestDraft extends Static<typeof QuestDraft> {}

export const NewQuestDraft = Type.Object({ quest: TypedQuest, template: Type.Optional(Type.Boolean()) })
export type NewQuestDraft = Static<typeof NewQuestDraft>

const draftId = Text(100, { minLength: 1 })

export const QuestDraftChange = Type.Object({
  draftId,
  version: Type.Integer({
    minimum: 1,
    description: 'The version that is changed: 409 where there is a newer one',
  }),
  quest: TypedQuest,
  template: Type.Optional(Type.Boolean()),
})
export type QuestDraftChange = Static<typeof QuestDraftChange>

export const QuestDraftRef = Type.Object({ draftId })
export type QuestDraftRef = Static<typeof QuestDraftRef>

export const QuestDraftQuery = Type.Object({
  id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$', description: '1 to 100' })),
  cursor: Type.Optional(Type.String({ maxLength: 100, description: 'From the Link header' })),
})
export type QuestDraftQuery = Static<typeof QuestDraftQuery>

export const QuestImport = Type.Object({
  url: Text(2_000, { minLength: 1, description: "The URL of an issue at this service's code host" }),
  codehostToken: Type.Optional(
    Text(1_000, {
      minLength: 1,
      description: 'Your own access token, for issues that are not public; it is not kept',
    }),
  ),
})
export type QuestImport = Static<typeof QuestImport>

export const LabelImport = Type.Object({
  repo: Text(300, { minLength: 1, description: "owner/name, or its URL at this service's code host" }),
  label: Text(255, { minLength: 1, description: 'A label of its issues, in whatever case' }),
  codehostToken: QuestImport.properties.codehostToken,
})
export type LabelImport = Static<typeof LabelImport>

/** The parts of an issue that fit a quest. */
export const ImportedQuest = Type.Object({
  ...Type.Pick(TypedQuest, ['description']).properties,
  title: Text(200, { minLength: 1 }),
  skills: NewQuest.properties.skills,
  codehostRepo: Type.String(),
  codehostIssue: Type.String(),
})
export type ImportedQuest = Static<typeof ImportedQuest>

export const ImportedIssue = Type.Object({
  ...ImportedQuest.properties,
  number: Type.Integer({ minimum: 1 }),
  url: Type.String({ description: 'Its page at the code host' }),
  questId: Nullable(Type.String({ description: 'A quest of it that is not over yet, whoever posted it' })),
})
export interface ImportedIssue extends Static<typeof ImportedIssue> {}

export const ImportedIssues = Type.Object({
  issues: Type.Array(ImportedIssue, { maxItems: 100 }),
  more: Type.Boolean({ description: 'There are others with the label' }),
})
export type ImportedIssues = Static<typeof ImportedIssues>
