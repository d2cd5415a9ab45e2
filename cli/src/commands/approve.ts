import type { ApprovalTerms } from '@furrow/sdk'
import { approvalTypedData } from '@furrow/sdk/approval'
import { type Command, type Context, text } from '../command.ts'
import { plainLine } from '../plain.ts'
import { readSigned } from './on-chain.ts'

export const approve: Command = {
  name: 'quests approve',
  words: ['<id>', '<farmer>'],
  about: 'Pays a farmer now; for a quest on chain without gas, by a signature of its giver (--sign)',
  options: {
    sign: { type: 'boolean', about: 'Prints what its giver signs, as EIP-712 typed data, and sends nothing' },
    signature: text('hex', 'Your signature over what --sign printed'),
    deadline: text('seconds', 'The deadline in what you signed'),
  },
  async run(context) {
    const [id = '', farmer = ''] = context.words
    const { quests } = context.client()
    if (context.options.sign === true) {
      showWords(context, await quests.approval(id, farmer))
      return undefined
    }
    const signed = readSigned(context)
    const quest =
      signed === null ? await quests.approve(id, farmer) : await quests.sendApproval(id, farmer, signed)
    context.show(quest, () => [
      signed === null
        ? `The work on "${plainLine(quest.title)}" is released.`
        : `The service carries your signature to the contract, which then pays for "${plainLine(quest.title)}".`,
    ])
    return undefined
  },
}

/** For people too as JSON: a wallet takes it as it is. */
function showWords(context: Context, terms: ApprovalTerms): void {
  const words = approvalTypedData(terms)
  context.show(words, () => [JSON.stringify(words, null, 2)])
  context.tell(
    `Sign it with the giver's wallet, and send it before ${new Date(terms.deadline * 1_000).toISOString()}: ` +
      `furrow quests approve <id> <farmer> --deadline ${terms.deadline} --signature <hex>`,
  )
}
