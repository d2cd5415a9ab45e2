import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that ends when a test says so. */
function start(bounds: { atOnce: number; waiting: number; patience?: number }) {
  const turns = createTurns({ busy: 'Too much; try again in a moment.', ...bounds })
  const begun: { name: string; end: () => void }[] = []
  const ask = (ip: string, name: string) =>
    turns
      .take(ip, () => {
        const { promise, resolve } = Promise.withResolvers<string>()
        begun.push({ name, end: () => resolve(name) })
        return promise
      })
      .catch(({ statusCode }) => statusCode)
  const settle = () => new Promise(setImmediate)
  const order = () => begun.map(({ name }) => name)
  return { ask, begun, order, settle }
}

test('networks take turns, whatever each of them asks for, and a /48 is one of them', async () => {
  const { ask, begun, order, settle } = start({ atOnce: 1, waiting: 20 })
  const asked = [
    ...['a1', 'a2', 'a3'].map(name => ask('192.0.2.1', name)),
    ...['1', '2', '3'].map(net => ask(`2001:db8:7:${net}::5`, `site ${net}`)),
    ask('198.51.100.7', 'b1'),
  ]
  for (let index = 0; index < asked.length; index++) {
    await settle()
    expect(order()).toHaveLength(index + 1)
    begun[index]?.end()
  }
  expect(order()).toEqual(['a1', 'site 1', 'b1', 'a2', 'site 2', 'a3', 'site 3'])
  expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'site 1', 'site 2', 'site 3', 'b1'])
})

test('a network has one turn at a time, also where there is room', async () => {
  const { ask, order, settle } = start({ atOnce: 3, waiting: 20 })
  for (const name of ['a1', 'a2']) void ask('2001:db8:7:1::1', name)
  void ask('2001:db8:7:2::1', 'a3')
  void ask('192.0.2.1', 'b1')
  await settle()
  expect(order()).toEqual(['a1', 'b1'])
})

test('where the queue is full, the network that waits for most is told to come again', async () => {
  const { ask, begun, order, settle } = start({ atOnce: 1, waiting: 3 })
  const crowd = ['a1', 'a2', 'a3', 'a4', 'a5'].map(name => ask('192.0.2.1', name))
  const others = ['b1', 'b2'].map(name => ask(name === 'b1' ? '198.51.100.1' : '198.51.100.2', name))
  for (let index = 0; index < 4; index++) {
    await settle()
    begun[index]?.end()
  }
  expect(order()).toEqual(['a1', 'b1', 'b2', 'a2'])
  expect(await Promise.all(crowd)).toEqual(['a1', 'a2', 503, 503, 503])
  expect(await Promise.all(others)).toEqual(['b1', 'b2'])
})

test('nobody waits longer than that, neither for a turn nor in one, which lasts as long as its work', async () => {
  const { ask, begun, order, settle } = start({ atOnce: 1, waiting: 3, patience: 30 })
  expect(await Promise.all([ask('192.0.2.1', 'slow'), ask('198.51.100.1', 'late')])).toEqual([503, 503])
  const next = ask('198.51.100.1', 'next')
  await settle()
  expect(order()).toEqual(['slow'])
  begun[0]?.end()
  await settle()
  begun[1]?.end()
  expect(await next).toBe('next')
})
