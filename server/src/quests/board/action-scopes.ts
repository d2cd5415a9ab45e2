import type { KeyScope, QuestAction, QuestChange } from '@furrow/sdk/contract'

const take = ['take'] as const
const give = ['give'] as const

/** What an API key needs for each: to judge between others is for people alone. */
const scopes: Readonly<Record<QuestAction['action'], readonly KeyScope[]>> = {
  accept: take,
  withdraw: take,
  keep: take,
  submit: take,
  answer: take,
  concede: take,
  'confirm-payment': take,
  'not-received': take,
  admit: give,
  decline: give,
  remove: give,
  approve: give,
  return: give,
  dispute: give,
  edit: give,
  fund: give,
  paid: give,
  review: ['take', 'give'],
  'add-evidence': ['take', 'give'],
  resolve: [],
}

/** Of the scopes, one is enough; of none, no API key is. */
export function scopesFor(asked: QuestChange): readonly KeyScope[] {
  return 'action' in asked ? scopes[asked.action] : give
}
