import { findUnpaidAddition, type Quest } from '@furrow/sdk'
import { type Command, given, text } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import { plainLine } from '../plain.ts'

const back: Command = {
  name: 'quests back',
  words: ['<id>', '<amount>'],
  about: 'Adds an amount, in the token of the quest, to the reward of each place that is not over',
  options: {},
  async run(context) {
    const [id = '', amount = ''] = context.words
    const client = context.client()
    const quest = await client.quests.back(id, amount)
    const unpaid = await findUnpaidAddition(client, quest)
    context.show(quest, () => [
      `You add ${plainLine(amount)} to "${title(quest)}". ${tellSum(quest)}`,
      ...(unpaid === null
        ? []
        : [`It counts once your own deposit is on chain: furrow quests fund ${unpaid.id}`]),
    ])
  },
}

const stopBacking: Command = {
  name: 'quests stop-backing',
  words: ['<id>'],
  about: 'Adds nothing any more, while nobody has a place; or, as its giver, ends what --backer adds',
  options: { backer: text('0x…', 'In a quest of yours: the backer whose addition ends') },
  async run(context) {
    const [id = ''] = context.words
    const { backer } = given(context, 'backer')
    const quest = await context.client().quests.stopBacking(id, backer)
    const told = backer === undefined ? 'You add nothing' : `${plainLine(backer)} adds nothing`
    context.show(quest, () => [`${told} to "${title(quest)}" any more. ${tellSum(quest)}`])
  },
}

const object: Command = {
  name: 'quests object',
  words: ['<id>', '<farmer>'],
  about: 'Objects to paying your own part for work in review: that part alone is disputed',
  options: { reason: text('text', 'The reason, which everybody in the dispute reads') },
  async run(context) {
    const [id = '', farmer = ''] = context.words
    const { reason } = given(context, 'reason')
    if (reason === undefined) throw new UsageError('Give --reason: why you do not want to pay your part.')
    const quest = await context.client().quests.object(id, { farmer, reason })
    context.show(quest, () => [`You object to paying your part for this work in "${title(quest)}".`])
  },
}

function tellSum({ rewardAmount, rewardToken, rewardWithBackers }: Quest): string {
  const sum = rewardWithBackers ?? String(rewardAmount)
  return `Each place has ${plainLine(sum)} ${plainLine(rewardToken)} now.`
}

function title(quest: Quest): string {
  return plainLine(quest.title)
}

export const backerCommands = [back, stopBacking, object]
