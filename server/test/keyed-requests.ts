import { sampleQuest, type User } from './harness.ts'

/** A request that would have its effect each time, were it not for its key. */
export type KeyedRequest = {
  readonly by: Person
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly body: object
  /** The same operation with another body. */
  readonly other: object
  /** Whether it can be done only once, also with another key. */
  readonly isOnce?: boolean
  /** The table with its effect. */
  readonly table:
    | 'quests'
    | 'quest_events'
    | 'invites'
    | 'mail'
    | 'broadcasts'
    | 'broadcast_states'
    | 'proposals'
    | 'comments'
    | 'quest_drafts'
    | 'saved_filters'
    | 'subscriptions'
    | 'reports'
    | 'moderation_log'
    | 'moderation_answers'
  /** Set where it names the version that it is for: a second such request is refused with 409 anyway. */
  readonly isOfVersion?: true
  /** After this, a repetition with any effect would show. */
  undo(): Promise<unknown>
}

type Person = Pick<User, 'address' | 'token' | 'furrow'>
type People = { readonly giver: Person; readonly farmer: Person; readonly platform: Person }

const letter = { subject: 'The gate', body: 'It does not close.' }
const nothing = async () => {}

/** At least one for every operation that takes a key. */
export const keyedRequests: Readonly<Record<string, (people: People) => Promise<KeyedRequest>>> = {
  'POST /quests': async ({ giver }) => ({
    by: giver,
    method: 'POST',
    path: '/quests',
    body: { ...sampleQuest, codehostRepo: 'farm/gate', deadline: '2030-01-01T00:00:00Z' },
    other: sampleQuest,
    table: 'quests',
    undo: nothing,
  }),

  'POST /quests/plan': async ({ giver }) => ({
    by: giver,
    method: 'POST',
    path: '/quests/plan',
    body: { parts: [sampleQuest, { ...sampleQuest, title: 'Paint the gate' }] },
    other: { parts: [sampleQuest, sampleQuest] },
    table: 'quests',
    undo: nothing,
  }),

  async 'PATCH /quests'({ giver, farmer }) {
    const { id: questId } = await giver.furrow.quests.post(sampleQuest)
    return {
      by: farmer,
      method: 'PATCH',
      path: '/quests',
      body: { questId, action: 'accept' },
      other: { questId, action: 'withdraw' },
      table: 'quest_events',
      undo: () => farmer.furrow.quests.withdraw(questId),
    }
  },

  async 'POST /quests/comments'({ giver, farmer }) {
    const { id: questId } = await giver.furrow.quests.post(sampleQuest)
    return {
      by: farmer,
      method: 'POST',
      path: '/quests/comments',
      body: { questId, body: 'Which gate?' },
      other: { questId, body: 'Which field?' },
      table: 'comments',
      undo: nothing,
    }
  },

  async 'PATCH /quests/comments'({ giver, farmer }) {
    const { id: questId } = await giver.furrow.quests.post(sampleQuest)
    const { id: commentId } = await farmer.furrow.quests.comment({ questId, body: 'Which gate?' })
    return {
      by: giver,
      method: 'PATCH',
      path: '/quests/comments',
      body: { commentId, pinned: true },
      other: { commentId, pinned: false },
      table: 'comments',
      undo: nothing,
    }
  },

  'POST /quests/drafts': async ({ giver }) => ({
    by: giver,
    method: 'POST',
    path: '/quests/drafts',
    body: { quest: { title: 'A gate' } },
    other: { quest: { title: 'A field' } },
    table: 'quest_drafts',
    async undo() {
      const { drafts } = giver.furrow.quests
      for (const { id } of (await drafts.list()).items) await drafts.delete(id)
    },
  }),

  async 'PATCH /quests/drafts'({ giver }) {
    const { drafts } = giver.furrow.quests
    const { id: draftId } = await drafts.create({ quest: {} })
    return {
      by: giver,
      method: 'PATCH',
      path: '/quests/drafts',
      body: { draftId, version: 1, quest: { title: 'A gate' } },
      other: { draftId, version: 1, quest: { title: 'A field' } },
      table: 'quest_drafts',
      isOfVersion: true,
      undo: nothing,
    }
  },

  async 'POST /quests/invite'({ giver, farmer }) {
    const { id: questId } = await giver.furrow.quests.post(sampleQuest)
    return {
      by: giver,
      method: 'POST',
      path: '/quests/invite',
      isOnce: true,
      body: { questId, address: farmer.address, note: 'Come.' },
      other: { questId, address: farmer.address },
      table: 'invites',
      undo: () => farmer.furrow.quests.declineInvite(questId),
    }
  },

  'POST /mail': async ({ giver, farmer }) => ({
    by: giver,
    method: 'POST',
    path: '/mail',
    body: { to: farmer.address.toUpperCase().replace('X', 'x'), ...letter },
    other: { to: farmer.address, ...letter, body: 'It closes.' },
    table: 'mail',
    async undo() {
      for (const { furrow } of [giver, farmer])
        for (const { id } of (await furrow.mail.list()).items) await furrow.mail.delete(id)
    },
  }),

  'POST /mail, to everyone': async ({ platform }) => ({
    by: platform,
    method: 'POST',
    path: '/mail',
    body: { to: '*', ...letter },
    other: { to: '*', ...letter, type: 'dispute' },
    table: 'broadcasts',
    undo: nothing,
  }),

  async 'PATCH /mail'({ giver, farmer }) {
    const { id: messageId } = await giver.furrow.mail.send({ to: farmer.address, ...letter })
    return {
      by: farmer,
      method: 'PATCH',
      path: '/mail',
      body: { messageId, read: true },
      other: { messageId, read: false },
      table: 'mail',
      undo: () => farmer.furrow.mail.mark(messageId, false),
    }
  },

  async 'PATCH /mail, of a broadcast'({ farmer, platform }) {
    const { id: messageId } = await platform.furrow.mail.send({ to: '*', ...letter })
    return {
      by: farmer,
      method: 'PATCH',
      path: '/mail',
      body: { messageId, read: true },
      other: { messageId, read: false },
      table: 'broadcast_states',
      undo: () => farmer.furrow.mail.mark(messageId, false),
    }
  },

  'POST /community-dao': async ({ giver }) => ({
    by: giver,
    method: 'POST',
    path: '/community-dao',
    body: { title: 'A shed', description: 'For the tools.', category: 'building' },
    other: { title: 'A well', description: 'For the water.', category: 'building' },
    table: 'proposals',
    undo: nothing,
  }),

  'POST /notifications/channels': async ({ giver }) => ({
    by: giver,
    method: 'POST',
    path: '/notifications/channels',
    isOnce: true,
    body: { kind: 'webhook', url: 'https://hooks.example/one' },
    other: { kind: 'webhook', url: 'https://hooks.example/two' },
    table: 'subscriptions',
    undo: nothing,
  }),

  'POST /quests/follows': async ({ farmer }) => ({
    by: farmer,
    method: 'POST',
    path: '/quests/follows',
    body: { name: 'Rust', filter: { skill: 'rust' }, how: 'now' },
    other: { name: 'Mowing', filter: { skill: 'mowing' }, how: 'now' },
    table: 'saved_filters',
    undo: nothing,
  }),

  async 'POST /reports'({ giver, farmer }) {
    const { id } = await giver.furrow.quests.post(sampleQuest)
    return {
      by: farmer,
      method: 'POST',
      path: '/reports',
      isOnce: true,
      body: { kind: 'quest', id, reason: 'spam' },
      other: { kind: 'quest', id, reason: 'scam' },
      table: 'reports',
      undo: nothing,
    }
  },

  async 'POST /moderation'({ giver, platform }) {
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const matter = { kind: 'quest', id, reason: 'It is spam.' } as const
    return {
      by: platform,
      method: 'POST',
      path: '/moderation',
      body: { action: 'hide', ...matter },
      other: { action: 'freeze', ...matter },
      table: 'moderation_log',
      undo: () => platform.furrow.moderation.act({ action: 'restore', ...matter }),
    }
  },

  async 'POST /moderation/answers'({ giver, platform }) {
    const { id: quest } = await giver.furrow.quests.post(sampleQuest)
    const matter = { kind: 'quest', id: quest, reason: 'It is spam.' } as const
    const { id } = await platform.furrow.moderation.act({ action: 'hide', ...matter })
    return {
      by: giver,
      method: 'POST',
      path: '/moderation/answers',
      isOnce: true,
      body: { id, note: 'It is a gate.' },
      other: { id, note: 'It is a field.' },
      table: 'moderation_answers',
      undo: nothing,
    }
  },
}
