import type { EscrowTransaction, QuestEvent } from '@furrow/sdk'
import { describe, expect, test } from 'vitest'
import { entriesOf } from './entries.ts'

const [ada, ben] = ['0xAda', '0xBen']

function event(number: number, at: string, kind: QuestEvent['kind'], farmer: string | null): QuestEvent {
  return { number, at, kind, actor: null, farmer, details: {} }
}

function transaction(
  kind: EscrowTransaction['kind'],
  hash: string,
  farmer: string | null,
  at: string,
  status: EscrowTransaction['status'] = 'confirmed',
): EscrowTransaction {
  return { kind, hash, farmer, at, status }
}

/** "number kind: hashes" in order. */
function shown(events: readonly QuestEvent[], transactions: readonly EscrowTransaction[]): readonly string[] {
  return entriesOf(events, transactions).map(
    ({ event, transactions }) => `${event?.kind ?? '-'}: ${transactions.map(({ hash }) => hash).join(' ')}`,
  )
}

describe('what the contract did', () => {
  test('stands beside the event of the same farmer', () => {
    const events = [
      event(1, '1', 'posted', null),
      event(2, '3', 'funded', null),
      event(3, '6', 'proposed', ada),
      event(4, '7', 'proposed', ben),
    ]
    const transactions = [
      transaction('fund', 'f', null, '2'),
      transaction('propose', 'b', ben, '5'),
      transaction('propose', 'a', ada, '5'),
    ]
    expect(shown(events, transactions)).toEqual(['posted: ', 'funded: f', 'proposed: a', 'proposed: b'])
  })

  test('is told once where one transaction did two things', () => {
    const transactions = [transaction('approve', 'x', ada, '1'), transaction('release', 'x', ada, '1')]
    expect(shown([event(1, '2', 'released', ada)], transactions)).toEqual(['released: x'])
  })

  test('stands beside the event of each farmer where one transaction was about several', () => {
    const events = [event(1, '2', 'released', ada), event(2, '2', 'released', ben)]
    const transactions = [ada, ben].map(farmer => transaction('release', 'x', farmer, '1'))
    expect(shown(events, transactions)).toEqual(['released: x', 'released: x'])
    const pending = [ada, ben].map(farmer => transaction('release', 'x', farmer, '1', 'pending'))
    expect(shown([], pending)).toEqual(['-: x', '-: x'])
  })

  test('stands at its own time where no event tells of it, or not yet', () => {
    const events = [event(1, '1', 'posted', null), event(2, '4', 'payment-asked', ada)]
    const transactions = [
      transaction('release', 'r', ada, '5', 'pending'),
      transaction('close', 'c', null, '2'),
    ]
    expect(shown(events, transactions)).toEqual(['posted: ', '-: c', 'payment-asked: ', '-: r'])
  })

  test('of two proposals, the second one is told by itself', () => {
    const events = [event(1, '2', 'proposed', ada), event(2, '8', 'released', ada)]
    const transactions = [transaction('propose', 'p', ada, '1'), transaction('propose', 'q', ada, '5')]
    expect(shown(events, transactions)).toEqual(['proposed: p', '-: q', 'released: '])
  })
})

test('events keep the order that the service gave them', () => {
  const events = [event(1, '5', 'payment-asked', ada), event(2, '4', 'released', ada)]
  expect(shown(events, [])).toEqual(['payment-asked: ', 'released: '])
})

test('reminders stand in one line for each farmer, until something else happens', () => {
  const kinds = [ada, ben, ada, ben].map((farmer, index) =>
    event(index + 1, String(index + 1), 'payment-reminded', farmer),
  )
  const events = [...kinds, event(5, '5', 'payment-shown', ada), event(6, '6', 'payment-reminded', ben)]
  expect(entriesOf(events, []).map(({ event, times }) => [event?.number, times ?? 1])).toEqual([
    [3, 2],
    [4, 2],
    [5, 1],
    [6, 1],
  ])
})
