import type { ModerationLogEntry, ReportedThing, ReportReason } from '@furrow/sdk'
import { t } from '@lingui/core/macro'

export const reasons: Readonly<Record<ReportReason, string>> = {
  spam: t`Spam or advertising`,
  scam: t`A scam`,
  abuse: t`Insults, threats or harassment`,
  illegal: t`It is against the law`,
  'personal-data': t`It tells of somebody’s private life`,
  other: t`Something else`,
}

export const kinds: Readonly<Record<ReportedThing['kind'], string>> = {
  quest: t`Quest`,
  comment: t`Comment`,
  letter: t`Letter`,
  profile: t`Profile`,
  proposal: t`Proposal`,
  file: t`File`,
  wallet: t`Wallet`,
  entry: t`Entry`,
}

export const deeds: Readonly<Record<ModerationLogEntry['action'], string>> = {
  hide: t`Hidden`,
  restore: t`Shown again`,
  freeze: t`Wallet frozen`,
  unfreeze: t`Wallet free again`,
  dismiss: t`Dismissed`,
  'dismiss-reports': t`Reports dismissed`,
  'name-moderator': t`Moderator named`,
  'remove-moderator': t`Moderator removed`,
}
