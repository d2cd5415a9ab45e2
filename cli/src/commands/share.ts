import type { Quest } from '@furrow/sdk'
import { type Command, type Context, givenAll, text } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import { plainLine } from '../plain.ts'

export const share: Command = {
  name: 'quests share',
  words: ['<id>'],
  about: 'Shares the reward of your place before the hand-in, or has it alone again without --member',
  options: {
    member: {
      ...text(
        '0x…=0.25',
        'A member, you among them, with their share; all are 1 in sum, and the first has the last unit',
      ),
      multiple: true,
    },
  },
  async run(context) {
    const [id = ''] = context.words
    const shares = givenAll(context, 'member').map(readMember)
    const quest = await context.client().quests.share(id, shares)
    const told = shares.length === 0 ? 'is yours alone' : 'is shared once everybody named has agreed'
    context.show(quest, () => [`Your place in "${title(quest)}" ${told}.`])
  },
}

const part = text('0.25', 'Your share, as you read it')

export const agreeToShare: Command = {
  name: 'quests agree-to-share',
  words: ['<id>', '<farmer>'],
  about: 'Agrees to your share of the place of this farmer',
  options: { share: part },
  async run(context) {
    const [id = '', farmer = ''] = context.words
    const quest = await context.client().quests.agreeToShare(id, { farmer, share: readShare(context) })
    context.show(quest, () => [`You agreed to your share in "${title(quest)}".`])
  },
}

export const refuseShare: Command = {
  name: 'quests refuse-share',
  words: ['<id>', '<farmer>'],
  about: 'Refuses your share of the place of this farmer, or takes your agreement back',
  options: {},
  async run(context) {
    const [id = '', farmer = ''] = context.words
    const quest = await context.client().quests.refuseShare(id, farmer)
    context.show(quest, () => [`The place in "${title(quest)}" is not shared any more.`])
  },
}

function readMember(given: string): { address: string; share: number } {
  const [address = '', share = ''] = given.split('=')
  if (share === '' || Number.isNaN(Number(share)))
    throw new UsageError('Give each --member as an address, =, and a share from 0 to 1.')
  return { address, share: Number(share) }
}

function readShare({ options }: Context): number {
  const given = Number(options.share ?? Number.NaN)
  if (Number.isNaN(given)) throw new UsageError('Give --share: your part of the reward, from 0 to 1.')
  return given
}

function title(quest: Quest): string {
  return plainLine(quest.title)
}
