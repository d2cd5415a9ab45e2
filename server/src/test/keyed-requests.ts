import { sampleQuest, type User } from './harness.ts'

/** A request that would have its effect each time, were it not for its key. */
export type KeyedRequest = {
  readonly by: Person
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly body: object
  /** The same operation, and something else. */
  readonly other: object
  /** Where its effect is written. */
  readonly table: 'quests' | 'quest_events' | 'mail' | 'broadcasts' | 'broadcast_states' | 'proposals'
  /** After this, a repetition that did anything would show. */
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
}
