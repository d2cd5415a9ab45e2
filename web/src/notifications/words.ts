import type { Channel, ChannelKind, Topic } from '@furrow/sdk'

export const kindWords: Readonly<Record<ChannelKind, string>> = {
  email: 'E-mail',
  push: 'Browser',
  webhook: 'Webhook',
  discord: 'Discord',
  slack: 'Slack',
  telegram: 'Telegram',
}

export const topicWords: Readonly<Record<Topic, string>> = {
  quest: 'Places, work and reviews of your quests',
  application: 'Applications and their answers',
  dispute: 'Disputes',
  payment: 'Funds and payments',
  comment: 'Comments',
  invite: 'Invitations',
  letter: 'Letters (that there is one, never what it says)',
  broadcast: 'What the community tells everyone',
  moderation: 'What moderators decide about you',
}

export const stateWords: Readonly<Record<Channel['state'], string>> = {
  asked: 'Not confirmed',
  on: 'On',
  off: 'Off',
  failing: 'Given up',
}
