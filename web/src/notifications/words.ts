import type { Channel, ChannelKind, Topic } from '@furrow/sdk'
import { t } from '@lingui/core/macro'

export const kindWords: Readonly<Record<ChannelKind, string>> = {
  email: t`E-mail`,
  push: t`Browser`,
  webhook: t`Webhook`,
  discord: 'Discord',
  slack: 'Slack',
  telegram: 'Telegram',
}

export const topicWords: Readonly<Record<Topic, string>> = {
  quest: t`Places, work and reviews of your quests`,
  application: t`Applications and their answers`,
  dispute: t`Disputes`,
  payment: t`Funds and payments`,
  comment: t`Comments`,
  invite: t`Invitations`,
  letter: t`Letters (that there is one, never what it says)`,
  broadcast: t`The community's messages to everyone`,
  moderation: t`What moderators decide about you`,
}

export const stateWords: Readonly<Record<Channel['state'], string>> = {
  asked: t`Not confirmed`,
  on: t({ message: 'On', context: 'state of a channel' }),
  off: t({ message: 'Off', context: 'state of a channel' }),
  failing: t({ message: 'Given up', context: 'state of a channel' }),
}
