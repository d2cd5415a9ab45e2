import { decimalsOf } from '@furrow/sdk'
import { tokenSymbol } from '@furrow/sdk/contract'
import type { BotCommandRow } from '@furrow/storage/bot-tables.ts'

export type BotCommand = Pick<BotCommandRow, 'does' | 'amount' | 'token' | 'note'>

const mostRead = 20_000
const fence = /^ {0,3}(`{3,}|~{3,})/
const command = /^\/bounty(?:[ \t]+(\S[^\n]{0,100}?))?[ \t]*$/
const farmers = /^\/(take|drop|status)(?:[ \t]+(\S[^\n]{0,499}?))?[ \t]*$/
const offer = /^(\d{1,15}(?:\.\d{1,18})?)[ \t]*(\S{1,20})$/
const token = new RegExp(tokenSymbol)

/**
 * The first command of a text, on a line of its own and in no code: `/bounty 100 USDC` offers a quest, `/bounty` asks where
 * things stand, `/bounty off` and `/bounty on` silence the service in the repository and end that, `/bounty gate label`, `close`
 * and `off` say how pull requests without a place are met. `/take` with or without a
 * note, `/drop` and `/status` are a farmer's. null where there is none that can be understood.
 */
export function readCommand(text: string): BotCommand | null {
  let open: string | null = null
  for (const line of text.slice(0, mostRead).split(/\r?\n/)) {
    const [, mark] = fence.exec(line) ?? []
    if (mark !== undefined && (open === null || mark.startsWith(open))) open = open === null ? mark : null
    if (open !== null || mark !== undefined) continue
    const found = command.exec(line)
    if (found !== null) return understand(found[1])
    const [, does, note] = farmers.exec(line) ?? []
    if (does !== undefined) return understandFarmer(does as 'take' | 'drop' | 'status', note ?? null)
  }
  return null
}

/** Only `/take` is followed by words: a sentence that begins with another one is none. */
function understandFarmer(does: 'take' | 'drop' | 'status', note: string | null): BotCommand | null {
  return does === 'take' || note === null ? { ...plain, does, note } : null
}

const plain = { amount: null, token: null, note: null } as const

function understand(said: string | undefined): BotCommand | null {
  if (said === undefined) return { ...plain, does: 'show' }
  if (said === 'off' || said === 'on') return { ...plain, does: said }
  const [, gate] = /^gate[ \t]+(label|close|off)$/.exec(said) ?? []
  if (gate !== undefined) return { ...plain, does: 'gate', note: gate }
  const [, amount, symbol] = offer.exec(said) ?? []
  if (amount === undefined || symbol === undefined || !token.test(symbol)) return null
  // As a quest has it: not nothing, not finer than the token is, and exact as a number.
  const digits = amount.replace('.', '').replace(/^0+|(?<=\.\d*)0+$/g, '')
  const fraction = (amount.split('.')[1] ?? '').replace(/0+$/, '')
  if (Number(amount) === 0 || digits.length > 15 || fraction.length > decimalsOf(symbol)) return null
  return { does: 'offer', amount, token: symbol, note: null }
}
