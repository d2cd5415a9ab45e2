import { expect, test } from 'vitest'
import { createFakeClock } from '../../../test/harness.ts'
import { minute } from '../../ground/clock.ts'
import { createLog } from '../../ground/log.ts'
import type { Card } from './card.ts'
import { createPictures } from './pictures.ts'

const cardOf = (title: string): Card => ({
  community: '',
  accent: '#000000',
  status: '',
  title,
  figure: '',
  facts: [],
})

/** Pictures that are drawn when a test says so. */
function start() {
  const clock = createFakeClock()
  const begun: { title: string; end: (picture: Buffer) => void }[] = []
  const draw = createPictures({ clock, log: createLog('silent') }, ({ title }) => {
    const { promise, resolve } = Promise.withResolvers<Buffer>()
    begun.push({ title, end: resolve })
    return promise
  })
  return { clock, begun, draw }
}

test('one picture is drawn at a time, and once for all who ask', async () => {
  const { begun, draw } = start()
  const asked = ['gate', 'gate', 'barn'].map(title => draw('192.0.2.1', cardOf(title)))
  await expect.poll(() => begun.map(({ title }) => title)).toEqual(['gate'])
  begun[0]?.end(Buffer.from('a gate'))
  await expect.poll(() => begun.map(({ title }) => title)).toEqual(['gate', 'barn'])
  begun[1]?.end(Buffer.from('a barn'))
  expect((await Promise.all(asked)).map(String)).toEqual(['a gate', 'a gate', 'a barn'])
  expect(String(await draw('192.0.2.1', cardOf('gate')))).toBe('a gate')
  expect(begun).toHaveLength(2)
})

test('a picture that another network waits for is drawn in a turn of whoever asks for it too, and not refused with it', async () => {
  const { begun, draw } = start()
  const crowd = Array.from({ length: 20 }, (_, number) => draw('192.0.2.1', cardOf(`crowd ${number}`)))
  await expect.poll(() => begun.length).toBe(1)
  // The queue is full: the crowd gives way.
  const refused = expect(crowd.pop()).rejects.toMatchObject({ statusCode: 503 })
  const [honest, other] = ['198.51.100.1', '198.51.100.2'].map(ip => draw(ip, cardOf('crowd 19')))
  await refused
  begun[0]?.end(Buffer.from('drawn'))
  await expect.poll(() => begun.map(({ title }) => title)).toEqual(['crowd 0', 'crowd 19'])
  begun[1]?.end(Buffer.from('drawn'))
  expect(String(await honest)).toBe('drawn')
  // It is drawn once, though each has a turn: the next one drawn is another.
  await expect.poll(() => begun.map(({ title }) => title)).toEqual(['crowd 0', 'crowd 19', 'crowd 1'])
  expect(String(await other)).toBe('drawn')
  for (let index = 2; index <= crowd.length; index++) {
    await expect.poll(() => begun.length).toBe(index + 1)
    begun[index]?.end(Buffer.from('drawn'))
  }
  await Promise.all(crowd)
  expect(begun).toHaveLength(20)
})

test('of one network a bounded number is drawn in a minute', async () => {
  const { begun, clock, draw } = start()
  const waiting = Array.from({ length: 20 }, (_, number) => draw('192.0.2.1', cardOf(`gate ${number}`)))
  await expect(draw('192.0.2.1', cardOf('another'))).rejects.toMatchObject({ statusCode: 429 })
  for (let index = 0; index < waiting.length; index++) {
    await expect.poll(() => begun.length).toBe(index + 1)
    begun[index]?.end(Buffer.from('drawn'))
  }
  await Promise.all(waiting)
  clock.advance(minute)
  const allowed = draw('192.0.2.1', cardOf('another'))
  await expect.poll(() => begun.length).toBe(21)
  begun.at(-1)?.end(Buffer.from('drawn'))
  expect(String(await allowed)).toBe('drawn')
})

test('however many of its own a /48 has drawn, others wait for one of them alone', async () => {
  const { begun, draw } = start()
  const crowd = Array.from({ length: 20 }, (_, number) =>
    draw(`2001:db8:7:${number}::1`, cardOf(`crowd ${number}`)),
  )
  await expect(draw('2001:db8:7:ffff::1', cardOf('one more'))).rejects.toMatchObject({ statusCode: 429 })
  const honest = draw('198.51.100.1', cardOf('honest'))
  await expect.poll(() => begun.length).toBe(1)
  begun[0]?.end(Buffer.from('drawn'))
  await expect.poll(() => begun.map(({ title }) => title)).toEqual(['crowd 0', 'honest'])
  begun[1]?.end(Buffer.from('drawn'))
  expect(String(await honest)).toBe('drawn')
  for (let index = 2; index <= crowd.length; index++) {
    await expect.poll(() => begun.length).toBe(index + 1)
    begun[index]?.end(Buffer.from('drawn'))
  }
  await Promise.all(crowd)
})
