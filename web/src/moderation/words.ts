import type { ModerationLogEntry, ReportedThing, ReportReason } from '@furrow/sdk'

export const reasons: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam or advertising',
  scam: 'A scam',
  abuse: 'Insults, threats or harassment',
  illegal: 'It is against the law',
  'personal-data': 'It tells of somebody’s private life',
  other: 'Something else',
}

export const kinds: Readonly<Record<ReportedThing['kind'] | 'wallet', string>> = {
  quest: 'Quest',
  comment: 'Comment',
  letter: 'Letter',
  profile: 'Profile',
  proposal: 'Proposal',
  wallet: 'Wallet',
}

export const deeds: Readonly<Record<ModerationLogEntry['action'], string>> = {
  hide: 'Hidden',
  restore: 'Shown again',
  freeze: 'Wallet frozen',
  unfreeze: 'Wallet free again',
  dismiss: 'Dismissed',
  'name-moderator': 'Moderator named',
  'remove-moderator': 'Moderator removed',
}
