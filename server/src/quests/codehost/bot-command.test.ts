import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCommand } from './bot-command.ts'

const offer = (amount: string, token: string) => ({ does: 'offer', amount, token, note: null })

const farmers = (does: string, note: string | null = null) => ({ does, amount: null, token: null, note })

test.each([
  ['/bounty 100 USDC', offer('100', 'USDC')],
  ['Who wants it?\r\n\r\n/bounty 0.5 ETH  \r\nThanks', offer('0.5', 'ETH')],
  ['/bounty 100USDC', offer('100', 'USDC')],
  ['/bounty 5 $FARM', offer('5', '$FARM')],
  ['/bounty', { does: 'show', amount: null, token: null, note: null }],
  ['/bounty off', { does: 'off', amount: null, token: null, note: null }],
  ['/bounty on', { does: 'on', amount: null, token: null, note: null }],
  ['```\n/bounty 1 USDC\n```\n/bounty 2 USDC', offer('2', 'USDC')],
  ['````\n```\n/bounty 1 USDC\n````', null],
  ['> /bounty 100 USDC', null],
  ['say /bounty 100 USDC', null],
  ['/bountyhunter 100 USDC', null],
  ['/bounty 0 USDC', null],
  ['/bounty 0.0000001 USDC', null],
  ['/bounty -5 USDC', null],
  ['/bounty 1e3 USDC', null],
  ['/bounty 100', null],
  ['/bounty 1.000000000000001 ETH', null],
  ['/take', farmers('take')],
  ['Mine!\n\n/take I have oil.  ', farmers('take', 'I have oil.')],
  ['/drop', farmers('drop')],
  ['/drop it', null],
  ['/status', farmers('status')],
  ['/takeaway', null],
  ['/bounty gate close', { does: 'gate', amount: null, token: null, note: 'close' }],
  ['/bounty gate wide', null],
  ['> /take', null],
  ['```\n/take\n```', null],
  [' /take', null],
])('%j', (text, command) => {
  expect(readCommand(text)).toEqual(command)
})

test('an offer is always an amount that a quest may have, whatever is written', () => {
  const word = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('/bounty', ' ', '\n', '```', '1.5', 'USDC', 'off'),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), words => {
      const command = readCommand(words.join(''))
      if (command?.does === 'offer') expect(Number(command.amount)).toBeGreaterThan(0)
    }),
    { numRuns: 2_000 },
  )
})
