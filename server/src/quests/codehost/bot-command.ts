import { decimalsOf } from '@furrow/sdk'
import { tokenSymbol } from '@furrow/sdk/contract'
import type { BotCommandRow } from '@furrow/storage/bot-tables.ts'

export type BotCommand = Pick<BotCommandRow, 'does' | 'amount' | 'token'>

const mostRead = 20_000
const fence = /^ {0,3}(`{3,}|~{3,})/
const command = /^\/bounty(?:[ \t]+(\S[^\n]{0,100}?))?[ \t]*$/
const offer = /^(\d{1,15}(?:\.\d{1,18})?)[ \t]*(\S{1,20})$/
const token = new RegExp(tokenSymbol)

/**
 * The first command of a text, on a line of its own and in no code: `/bounty 100 USDC` offers a quest, `/bounty` asks where
 * things stand, `/bounty off` and `/bounty on` silence the service in the repository and end that. null where there is none
 * that can be understood.
 */
export function readCommand(text: string): BotCommand | null {
  let open: string | null = null
  for (const line of text.slice(0, mostRead).split(/\r?\n/)) {
    const [, mark] = fence.exec(line) ?? []
    if (mark !== undefined && (open === null || mark.startsWith(open))) open = open === null ? mark : null
    if (open !== null || mark !== undefined) continue
    const found = command.exec(line)
    if (found !== null) return understand(found[1])
  }
  return null
}

function understand(said: string | undefined): BotCommand | null {
  if (said === undefined) return { does: 'show', amount: null, token: null }
  if (said === 'off' || said === 'on') return { does: said, amount: null, token: null }
  const [, amount, symbol] = offer.exec(said) ?? []
  if (amount === undefined || symbol === undefined || !token.test(symbol)) return null
  // As a quest has it: not nothing, not finer than the token is, and exact as a number.
  const digits = amount.replace('.', '').replace(/^0+|(?<=\.\d*)0+$/g, '')
  const fraction = (amount.split('.')[1] ?? '').replace(/0+$/, '')
  if (Number(amount) === 0 || digits.length > 15 || fraction.length > decimalsOf(symbol)) return null
  return { does: 'offer', amount, token: symbol }
}
