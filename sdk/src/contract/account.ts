import { type Static, Type } from 'typebox'
import { Address } from './primitives.ts'

const day = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
export const StatementQuery = Type.Object({
  from: Type.Optional(Type.String({ pattern: day, description: 'The first day (UTC), as 2026-01-01' })),
  to: Type.Optional(Type.String({ pattern: day, description: 'The last day (UTC), as 2026-12-31' })),
})
export type StatementQuery = Static<typeof StatementQuery>

export const runningKinds = [
  'quest',
  'place',
  'dispute',
  'application',
  'payment',
  'call',
  'service',
] as const

export const RunningWork = Type.Object({
  kind: Type.Enum(runningKinds, {
    description:
      'quest: your quest that is not over; place: your work under way; dispute: over your work; application: waiting; ' +
      'payment: being looked up on its chain; call: still owed to the contract; service: this wallet runs it',
  }),
  questId: Type.Union([Type.String(), Type.Null()]),
  title: Type.Union([Type.String(), Type.Null()]),
})
export type RunningWork = Static<typeof RunningWork>

export const Account = Type.Object({
  address: Address,
  running: Type.Array(RunningWork, {
    description: 'The work that has to end before the account can be deleted: the first 100 of each kind',
  }),
})
export interface Account extends Static<typeof Account> {}
