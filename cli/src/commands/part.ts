import type { Quest } from '@furrow/sdk'
import { type Command, type Context, text } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import { plainLine } from '../plain.ts'

const share = text('0.6', "The farmer's part of the reward; the giver has the rest back")

export const proposePart: Command = {
  name: 'quests propose-part',
  words: ['<id>', '<farmer>'],
  about:
    'Proposes to the other side that the farmer gets a part of the reward, for work in review or in dispute',
  options: { share, note: text('text', 'A word to it, which everybody can read') },
  async run(context) {
    const { note } = context.options
    const [id, part] = partOf(context)
    const quest = await context
      .client()
      .quests.proposePart(id, { ...part, ...(typeof note === 'string' && { note }) })
    context.show(quest, () => [`The other side of "${title(quest)}" was told.`])
  },
}

export const agree: Command = {
  name: 'quests agree',
  words: ['<id>', '<farmer>'],
  about: 'Agrees to the part that the other side proposes: it is released, and the rest goes back',
  options: { share },
  async run(context) {
    const quest = await context.client().quests.agree(...partOf(context))
    context.show(quest, () => [`You agreed: the part of the reward of "${title(quest)}" is released.`])
  },
}

function partOf({ words, options }: Context): [id: string, part: { farmer: string; share: number }] {
  const [id = '', farmer = ''] = words
  const given = Number(options.share ?? Number.NaN)
  if (Number.isNaN(given)) throw new UsageError('Give --share: the part of the farmer, from 0 to 1.')
  return [id, { farmer, share: given }]
}

function title(quest: Quest): string {
  return plainLine(quest.title)
}
