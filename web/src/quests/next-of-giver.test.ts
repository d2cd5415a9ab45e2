import type { Assignment, Quest } from '@furrow/sdk'
import { expect, test } from 'vitest'
import { nextOfGiver } from './next-of-giver.ts'

function questOf(farmers: readonly Partial<Assignment>[], more: Partial<Quest> = {}): Quest {
  const named = farmers.map((farmer, index) => ({ address: `0x${index}`, reviewEndsAt: null, ...farmer }))
  return {
    status: 'in-progress',
    rewardAmount: 20,
    funding: { rail: 'ledger', status: 'promised' },
    farmers: named,
    ...more,
  } as unknown as Quest
}

const waiting = (hour: number): Partial<Assignment> => ({
  status: 'in-review',
  reviewEndsAt: `2026-01-01T0${hour}:00:00.000Z`,
})
const released: Partial<Assignment> = {
  status: 'released',
  payment: { status: 'recorded' } as NonNullable<Assignment['payment']>,
}

test('nothing waits for a giver whose farmers are at work', () => {
  expect(nextOfGiver(questOf([{ status: 'accepted' }]))).toBeNull()
})

test('a dispute waits for its giver once no other work does and nothing is owed', () => {
  const disputed: Partial<Assignment> = { status: 'disputed' }
  expect(nextOfGiver(questOf([disputed]))).toEqual({ kind: 'dispute' })
  expect(nextOfGiver(questOf([disputed, waiting(5)]))).toEqual({ kind: 'approve', farmer: '0x1' })
  expect(nextOfGiver(questOf([disputed, released]))).toEqual({ kind: 'pay', farmer: '0x1' })
})

test('those who apply wait for an answer, and a quest that nobody took for farmers', () => {
  const open = { status: 'open' } as const
  expect(nextOfGiver(questOf([], { ...open, applications: 2 }))).toEqual({ kind: 'applications' })
  expect(nextOfGiver(questOf([], { ...open, applications: 0 }))).toEqual({ kind: 'find-farmers' })
  expect(nextOfGiver(questOf([{ status: 'accepted' }], open))).toBeNull()
  expect(nextOfGiver(questOf([], { ...open, paused: true }))).toBeNull()
  expect(nextOfGiver(questOf([], { ...open, hidden: { reason: 'Spam.', at: '' } }))).toBeNull()
  expect(nextOfGiver(questOf([], { status: 'cancelled' }))).toBeNull()
})

test('the work whose review ends first comes before the others, and before what is owed', () => {
  expect(nextOfGiver(questOf([released, waiting(5), waiting(3)]))).toEqual({ kind: 'approve', farmer: '0x2' })
})

test('the work of many farmers is looked at on the desk', () => {
  expect(nextOfGiver(questOf([1, 2, 3, 4].map(waiting)))).toEqual({ kind: 'desk' })
})

test('released work is paid, until its giver has said so', () => {
  expect(nextOfGiver(questOf([released]))).toEqual({ kind: 'pay', farmer: '0x0' })
  const said = { status: 'recorded', saidPaidAt: '2026-01-01T00:00:00.000Z' } as NonNullable<
    Assignment['payment']
  >
  expect(nextOfGiver(questOf([{ ...released, payment: said }]))).toBeNull()
  const received = { status: 'recorded', receivedAt: said.saidPaidAt } as typeof said
  expect(nextOfGiver(questOf([{ ...released, payment: received }]))).toBeNull()
  expect(nextOfGiver(questOf([released], { rewardAmount: 0 }))).toBeNull()
})

test('a contract that waits for its deposit comes first, and pays by itself later', () => {
  const onChain = (status: string) => ({ funding: { rail: 'chain', status } as Quest['funding'] })
  expect(nextOfGiver(questOf([], onChain('unfunded')))).toEqual({ kind: 'pay-in' })
  expect(nextOfGiver(questOf([released], onChain('funded')))).toBeNull()
})
