import type { User } from '../../server/test/harness.ts'
import { shortAddress } from '../src/ui/address.ts'
import type { Village } from './village.ts'

/** A page: its address, its heading, and its reader. */
export type Place = {
  readonly name: string
  readonly path: string
  readonly title: string
  /** The title of its tab, where that is another. */
  readonly tab?: string
  readonly as?: User
}

/** Pages that need a program or a credential, by their route, and the test that has axe look at them. */
export const lookedAtElsewhere: Readonly<Record<string, string>> = {
  '/authorize': 'authorize.test.ts',
}

/** Every page of the client: `every-page.test.ts` compares them with the routes. */
export function placesOf({
  farmer,
  giver,
  platform,
  open,
  inReview,
  disputed,
  crew,
  paid,
  notice,
  proposal,
}: Village): readonly Place[] {
  const { address } = farmer.account
  return [
    {
      name: 'front',
      path: '/',
      title: 'Paid work for everyone: take a quest, finish it, get paid.',
      tab: 'Furrow',
    },
    {
      name: 'front-known',
      path: '/',
      title: 'Paid work for everyone: take a quest, finish it, get paid.',
      tab: 'Furrow',
      as: farmer,
    },
    { name: 'quests', path: '/quests', title: 'Quests' },
    { name: 'quest', path: `/quests/${open.id}`, title: open.title, as: farmer },
    { name: 'quest-in-review', path: `/quests/${inReview.id}`, title: inReview.title, as: giver },
    { name: 'quest-disputed', path: `/quests/${disputed.id}`, title: disputed.title, as: farmer },
    { name: 'quest-crew', path: `/quests/${crew.id}`, title: crew.title, as: giver },
    { name: 'quest-paid', path: `/quests/${paid.id}`, title: paid.title },
    { name: 'post', path: '/quests/new', title: 'Post a quest', as: giver },
    { name: 'post-reward', path: '/quests/new?step=reward', title: 'Post a quest', as: giver },
    { name: 'post-proof', path: '/quests/new?step=proof', title: 'Post a quest', as: giver },
    { name: 'plan', path: '/quests/plan', title: 'Post a plan', as: giver },
    { name: 'contest-form', path: '/quests/contest', title: 'Post a contest', as: giver },
    { name: 'import', path: '/quests/import', title: 'Import issues', as: giver },
    { name: 'tasks', path: '/tasks', title: 'Tasks', as: giver },
    { name: 'farmers', path: '/farmers', title: 'Farmers', as: giver },
    { name: 'edit-quest', path: `/quests/${open.id}/edit`, title: 'Change the quest', as: giver },
    { name: 'mail', path: '/mail', title: 'Mail', as: farmer },
    { name: 'letter', path: `/mail?id=${notice.id}`, title: 'Mail', as: farmer },
    { name: 'sent', path: '/mail?box=sent', title: 'Mail', as: farmer },
    { name: 'write', path: '/mail/new', title: 'Write', as: farmer },
    { name: 'profile', path: '/profile', title: 'Your profile', as: farmer },
    { name: 'notifications', path: '/notifications', title: 'Notifications', as: farmer },
    { name: 'confirm', path: '/notifications/confirm?token=a', title: 'Confirm this address' },
    { name: 'public-profile', path: `/profile/${address}`, title: shortAddress(address) },
    { name: 'leaderboard', path: '/leaderboard', title: 'Leaderboard', as: farmer },
    { name: 'guilds', path: '/leaderboard?board=guilds', title: 'Leaderboard' },
    { name: 'reputation', path: `/reputation/${address}`, title: 'Reputation' },
    { name: 'community-dao', path: '/community-dao', title: 'Community DAO', as: farmer },
    { name: 'proposal', path: `/community-dao/proposals/${proposal.id}`, title: proposal.title, as: farmer },
    { name: 'disputes', path: '/disputes', title: 'Disputes', as: platform },
    { name: 'pay', path: '/pay', title: 'Pay what is due', as: farmer },
    { name: 'giving', path: '/giving', title: 'Your figures as a giver', as: giver },
    { name: 'credentials', path: '/credentials', title: 'Credentials', as: farmer },
    { name: 'owes', path: '/pay', title: 'Pay what is due', as: giver },
    { name: 'thanks', path: '/thanks', title: 'Thank somebody', as: giver },
    { name: 'trust', path: '/trust', title: 'Your trust list', as: giver },
    { name: 'doctor', path: '/doctor', title: 'Doctor', as: platform },
    { name: 'setup', path: '/setup', title: 'Set up', as: platform },
    { name: 'moderation', path: '/moderation', title: 'Moderation', as: platform },
    { name: 'callback', path: '/codehost/callback?error=denied', title: 'Linking your account', as: farmer },
    { name: 'nowhere', path: '/nowhere', title: 'Page not found' },
  ]
}
