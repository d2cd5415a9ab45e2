import { readFile } from 'node:fs/promises'
import type { ContestBallot, ContestEntry } from '@furrow/sdk'
import { type Command, type Context, givenAll, text } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import { plainLine } from '../plain.ts'

const entries: Command = {
  name: 'quests entries',
  words: ['<id>'],
  about: 'The entries of a contest; of a sealed one your own alone until it takes no more',
  options: { cursor: text('cursor', 'From the page before') },
  async run(context) {
    const [id = ''] = context.words
    const { cursor } = context.options
    const page = await context.client().quests.entries({ id, ...(typeof cursor === 'string' && { cursor }) })
    context.show(page, () => page.items.map(lineOf))
  },
}

const ballots: Command = {
  name: 'quests ballots',
  words: ['<id>'],
  about: 'The ballots by which members ranked the entries of a contest, once they are counted',
  options: { cursor: text('cursor', 'From the page before') },
  async run(context) {
    const [id = ''] = context.words
    const { cursor } = context.options
    const page = await context.client().quests.ballots({ id, ...(typeof cursor === 'string' && { cursor }) })
    context.show(page, () => page.items.map(ballotLine))
  },
}

const enter: Command = {
  name: 'quests enter',
  words: ['<id>', '<file>'],
  about: 'Enters a contest with the Markdown of a file, or changes your entry, until it takes no more',
  options: { link: { ...text('https://…', 'A link to the work or to a file'), multiple: true } },
  async run(context) {
    const [id = '', file = ''] = context.words
    const said = await readFile(file, 'utf8').catch(() => {
      throw new UsageError(`${file} cannot be read.`)
    })
    const links = [...givenAll(context, 'link')]
    const entry = await context.client().quests.enter({ questId: id, text: said.trim(), links })
    context.show(entry, () => ['Your entry is in the contest.'])
  },
}

const withdrawEntry: Command = {
  name: 'quests withdraw-entry',
  words: ['<id>'],
  about: 'Withdraws your entry, until the contest takes no more',
  options: {},
  async run(context) {
    const [id = ''] = context.words
    const done = await context.client().quests.withdrawEntry(id)
    context.show(done, () => ['Your entry is withdrawn.'])
  },
}

const rank: Command = {
  name: 'quests rank',
  words: ['<id>'],
  about: 'Ranks the entries of your contest, once: each prize goes to entries, or back with a reason',
  options: {
    winner: {
      ...text('0x…=1', 'The author of an entry, and the number of its prize; the same one twice is shared'),
      multiple: true,
    },
    returned: { ...text('3=reason', 'A prize that no entry deserves, and why'), multiple: true },
  },
  async run(context) {
    const [id = ''] = context.words
    const winners = givenAll(context, 'winner').map(given => {
      const [farmer, prize] = pairOf(given, 'winner')
      return { farmer, prize: numberOf(prize) }
    })
    const returned = givenAll(context, 'returned').map(given => {
      const [prize, reason] = pairOf(given, 'returned')
      return { prize: numberOf(prize), reason }
    })
    const quest = await context.client().quests.rank(id, { winners, returned })
    context.show(quest, () => [`The entries of "${plainLine(quest.title)}" are ranked.`])
  },
}

const disputeRanking: Command = {
  name: 'quests dispute-ranking',
  words: ['<id>'],
  about: 'Disputes the ranking of a contest that you entered; the arbiter decides',
  options: { reason: text('text', 'Everybody can read it') },
  async run(context) {
    const [id = ''] = context.words
    const quest = await context.client().quests.disputeRanking(id, reasonOf(context))
    context.show(quest, () => [`The ranking of "${plainLine(quest.title)}" is disputed.`])
  },
}

function reasonOf({ options }: Context): string {
  if (typeof options.reason !== 'string') throw new UsageError('Give --reason.')
  return options.reason
}

function pairOf(given: string, name: string): [string, string] {
  const at = given.indexOf('=')
  if (at < 1) throw new UsageError(`Give each --${name} as two values with = between them.`)
  return [given.slice(0, at), given.slice(at + 1)]
}

function numberOf(prize: string): number {
  if (!/^\d{1,2}$/.test(prize)) throw new UsageError('A prize is a number, from 1.')
  return Number(prize)
}

function ballotLine({ voter, power, entries: named }: ContestBallot): string {
  return `${voter}  ${power}  ${named.length === 0 ? '-' : named.join(' ')}`
}

function lineOf({ farmer, prize, text }: ContestEntry): string {
  return `${farmer}  ${prize === null ? '-' : prize}  ${plainLine(text).slice(0, 80)}`
}

/** Entries of contests, and their ranking. */
export const contestCommands: readonly Command[] = [
  entries,
  ballots,
  enter,
  withdrawEntry,
  rank,
  disputeRanking,
]
