import type { Thanks } from '@furrow/sdk'
import { type Command, type Context, given, text } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import { plainLine } from '../plain.ts'
import { table } from '../table.ts'

const token = text('symbol', 'The token; USDC unless given')

const thanks: Command = {
  name: 'thanks',
  words: ['<url>', '<amount>'],
  about: 'Thanks the author of a merged pull request that nobody posted; pay it with `thanks paid`',
  options: { token },
  async run(context) {
    const [url = '', amount = ''] = context.words
    const { token = 'USDC' } = given(context, 'token')
    tellOf(context, await context.client().thanks.promise({ url, amount, token }))
    return undefined
  },
}

const tip: Command = {
  name: 'tip',
  words: ['<id>', '<farmer>', '<amount>'],
  about: 'Tips a farmer for finished work in a quest; pay it with `thanks paid`',
  options: { token },
  async run(context) {
    const [questId = '', farmer = '', amount = ''] = context.words
    const { token = 'USDC' } = given(context, 'token')
    tellOf(context, await context.client().thanks.promise({ questId, farmer, amount, token }))
    return undefined
  },
}

function tellOf(context: Context, promised: Thanks): void {
  const { amount, farmer, id, lapsesAt, status, token } = promised
  context.show(promised, () => [
    `${plainLine(amount)} ${plainLine(token)} for ${farmer}: ${status}. ${plainLine(id)}`,
    ...(lapsesAt === null
      ? []
      : [
          `Pay it from your wallet before ${lapsesAt}, and show it: furrow thanks paid ${plainLine(id)} <hash>`,
        ]),
  ])
}

const paid: Command = {
  name: 'thanks paid',
  words: ['<thanks>', '<hash>'],
  about: 'Shows the transaction from your wallet that pays a thanks or a tip',
  options: { chain: text('number', 'Its chain, where the token is on several') },
  async run(context) {
    const [id = '', hash = ''] = context.words
    const { chain } = given(context, 'chain')
    if (chain !== undefined && !/^[1-9][0-9]{0,14}$/.test(chain))
      throw new UsageError('--chain is the number of a chain.')
    const shown = await context
      .client()
      .thanks.paid(id, hash, chain === undefined ? undefined : Number(chain))
    context.show(shown, () => [`${plainLine(shown.amount)} ${plainLine(shown.token)}: ${shown.status}.`])
    return undefined
  },
}

const own: Command = {
  name: 'thanks own',
  words: [],
  about: 'Your promises that are not paid yet, and what others say that they paid you',
  options: {},
  async run(context) {
    const found = await context.client().thanks.own()
    context.show({ thanks: found }, () =>
      table(
        ['ID', 'AMOUNT', 'STATUS', 'FOR'],
        found.map(({ amount, id, status, tipped, token, url }) => [
          id,
          `${amount} ${token}`,
          status,
          url ?? tipped ?? '',
        ]),
      ),
    )
    return undefined
  },
}

const answer: Command = {
  name: 'thanks received',
  words: ['<thanks>'],
  about: 'Says that you received what a thanks says that it paid you; --not that you did not',
  options: { not: { type: 'boolean', about: 'It did not come' } },
  async run(context) {
    const [id = ''] = context.words
    const { received, notReceived } = context.client().thanks
    const answered = context.options.not === true ? await notReceived(id) : await received(id)
    context.show(answered, () => [`${plainLine(answered.id)}: ${answered.status}.`])
    return undefined
  },
}

export const thanksCommands = [paid, own, answer, thanks, tip]
