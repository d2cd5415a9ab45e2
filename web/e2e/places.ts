import type { User } from '../../server/src/test/harness.ts'
import type { Village } from './village.ts'

/** A page: where it is, how it is headed, and who looks at it. */
export type Place = {
  readonly name: string
  readonly path: string
  readonly title: string
  readonly as?: User
}

/** Every page of the client. */
export function placesOf({ farmer, giver, open, inReview }: Village): readonly Place[] {
  return [
    { name: 'quests', path: '/', title: 'Quests' },
    { name: 'quest', path: `/quests/${open.id}`, title: open.title, as: farmer },
    { name: 'quest-in-review', path: `/quests/${inReview.id}`, title: inReview.title, as: giver },
    { name: 'post', path: '/quests/new', title: 'Post a quest', as: giver },
    { name: 'leaderboard', path: '/leaderboard', title: 'Leaderboard', as: farmer },
    { name: 'guilds', path: '/leaderboard?board=guilds', title: 'Leaderboard' },
    { name: 'reputation', path: `/reputation/${farmer.account.address}`, title: 'Reputation' },
    { name: 'community-dao', path: '/community-dao', title: 'Community', as: farmer },
    { name: 'nowhere', path: '/nowhere', title: 'Fallow ground' },
  ]
}
