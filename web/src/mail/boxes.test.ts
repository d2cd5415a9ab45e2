import type { Message } from '@furrow/sdk'
import { expect, test } from 'vitest'
import { boxOf } from './boxes.ts'

const [alice, bob] = [`0x${'A'.repeat(40)}`, `0x${'b'.repeat(40)}`]

test.each([
  ['what came', bob, alice, 'inbox'],
  ['what was sent', alice, bob, 'sent'],
  ['a letter to oneself', alice, alice, 'inbox'],
  ['a broadcast', bob, '*', 'broadcasts'],
  ['a broadcast of one’s own', alice, '*', 'broadcasts'],
])('%s is in its box', (_what, from, to, box) => {
  expect(boxOf({ from, to } as Message, alice.toLowerCase())).toBe(box)
})
