import type { QuestStatus } from '@furrow/sdk/contract'
import type { Address } from '../../../ground/address.ts'
import { Refusal } from '../refusal.ts'
import { statusOf } from '../status.ts'
import { command } from './command.ts'
import { requireNoContest } from './contests.ts'
import { requireGiver } from './requirements.ts'

export type SetStatus = { readonly kind: 'set-status'; readonly by: Address; readonly status: QuestStatus }

/** Farmers with a place go on. Setting the current status changes nothing; the others follow from the work. */
export const setStatus = command<SetStatus>({
  reads: 'none',
  begins: false,
  scopes: ['give'],
  decide(quest, { by, status }, { now }) {
    requireGiver(quest, by)
    requireNoContest(quest, 'A contest takes entries until entriesUntil, and cannot be paused.')
    const current = statusOf(quest, now)
    const isOver = current === 'completed' || current === 'cancelled'
    if (status === 'open' && quest.deposit?.noticeEndsAt != null)
      throw new Refusal(
        'places-reclaimed',
        'You told the contract that you take the free places back: nobody can join any more.',
      )
    if (status === 'open' && quest.paused && !isOver) return [{ kind: 'resumed' }]
    if (status === current) return []
    if (status === 'in-progress' && current === 'open') return [{ kind: 'paused' }]
    throw new Refusal(
      'status-not-settable',
      'A giver may set a quest to completed or cancelled, an open one to in-progress, which takes no farmers, and that one to open again; the rest follows from the work.',
    )
  },
})
