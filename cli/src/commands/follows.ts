import type { Follow } from '@furrow/sdk'
import { type Command, given, text } from '../command.ts'
import { plainLine } from '../plain.ts'
import { table } from '../table.ts'

const list: Command = {
  name: 'follows list',
  words: [],
  about: 'The filters of the board that you are told of',
  options: {},
  async run(context) {
    const follows = await context.client().quests.follows.list()
    context.show({ follows }, () =>
      table(
        ['ID', 'NAME', 'FILTER', 'TOLD'],
        follows.map(follow => [follow.id, follow.name, filterOf(follow), howOf(follow)]),
      ),
    )
  },
}

const add: Command = {
  name: 'follows add',
  words: ['<name>'],
  about: 'Tells you of quests that open from now on and fit all that is given',
  options: {
    q: text('words', 'Words, each matched by its beginning'),
    skill: text('skill', 'A skill'),
    category: text('category', 'A category'),
    token: text('symbol', 'The token of the reward: USDC'),
    giver: text('address', 'Posted by this wallet'),
    deadline: text('when', 'Joining ends: week, month, later or none'),
    admission: text('way', 'open, or application where the giver chooses'),
    backing: text('kind', 'escrow, shown or promise'),
    payer: text('kind', 'proved, new or any'),
    now: { type: 'boolean', about: 'At once, a letter for each; otherwise one a day for all of them' },
  },
  async run(context) {
    const [name = ''] = context.words
    const filter = given(
      context,
      ...(['q', 'skill', 'category', 'token', 'giver', 'deadline', 'admission', 'backing', 'payer'] as const),
    )
    const how = context.options.now === true ? 'now' : 'digest'
    const follow = await context
      .client()
      .quests.follows.add({ name, filter: filter as Follow['filter'], how })
    context.show(follow, () => [`You follow "${plainLine(follow.name)}" as ${follow.id}.`])
  },
}

const end: Command = {
  name: 'follows end',
  words: ['<id>'],
  about: 'Ends one of them',
  options: {},
  async run(context) {
    const answer = await context.client().quests.follows.end(context.words[0] ?? '')
    context.show(answer, () => ['You do not follow it any more.'])
  },
}

function filterOf({ filter }: Follow): string {
  const parts = Object.entries(filter).map(([name, value]) => `${name}=${value}`)
  return parts.join(' ') || 'all quests'
}

function howOf({ how }: Follow): string {
  return how === 'now' ? 'at once' : 'once a day'
}

export const followCommands = [list, add, end]
