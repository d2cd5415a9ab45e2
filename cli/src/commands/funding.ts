import { fromUnits, type Quest } from '@furrow/sdk'
import type { Node, PayIn, Plan, SignedPayIn, Step } from '@furrow/sdk/escrow'
import { type Command, type Context, given, givenAll, text } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import { addressOf, chainOptions, openNode, readSigned, showCalls, showWords } from './on-chain.ts'

const load = () => import('@furrow/sdk/escrow')

const sayStep: Readonly<Record<Step, string>> = {
  accept: 'accepts by name that the operator is the arbiter too',
  reset: 'takes back what was allowed before, as this token wants first',
  allow: 'allows the contract to take the sum',
  permit: "signs that the contract may take the sum (the token's own permit): --sign prints it",
  permit2: 'signs that the contract may take the sum by way of Permit2: --sign prints it',
  deposit: 'pays in',
  together: 'allows the sum and pays in, both at once',
}

const fund: Command = {
  name: 'quests fund',
  words: ['<id>'],
  about: 'What your wallet sends to pay in on chain: by a signature and one transaction where the token can',
  options: {
    ...chainOptions,
    with: { ...text('id', 'Another quest of yours in the same token, paid in together'), multiple: true },
    from: text('address', "The wallet that pays; by default the giver's"),
    sign: { type: 'boolean', about: 'Prints what the wallet signs in the place of an allowance (EIP-712)' },
    signature: text('hex', 'Your signature over what --sign printed'),
    deadline: text('seconds', 'The deadline in what you signed'),
    nonce: text('number', 'The nonce in what you signed, for Permit2'),
  },
  async run(context) {
    const { payInOf } = await load()
    const [id = ''] = context.words
    const ids = [...new Set([id, ...givenAll(context, 'with')])]
    const { quests } = context.client()
    const all = await Promise.all(ids.map(one => quests.get(one)))
    const [quest] = all as [Quest]
    const { from = quest.giver } = given(context, 'from')
    await payBy(context, quest, payInOf(all), addressOf('--from', from))
    return undefined
  },
}

const sponsor: Command = {
  name: 'quests sponsor',
  words: ['<id>', '<payer>'],
  about: "Pays in for a quest's giver, who signs that this payer may (--sign), and gets unearned money back",
  options: {
    ...chainOptions,
    sign: { type: 'boolean', about: 'Prints what the giver signs, as EIP-712 typed data; good for a week' },
    signature: text('hex', "The giver's signature over what --sign printed"),
    deadline: text('seconds', 'The deadline in what the giver signed'),
  },
  async run(context) {
    const { payInOf, sponsoredPayIn, sponsorshipTypedData } = await load()
    const [id = '', given = ''] = context.words
    const payer = addressOf('The payer', given)
    const quest = await context.client().quests.get(id)
    const payIn = payInOf([quest])
    const signed = readSigned(context)
    if (context.options.sign === true) {
      const deadline = Math.floor(Date.now() / 1_000) + 7 * 86_400
      showWords(context, sponsorshipTypedData(payIn, { payer, deadline }))
      context.tell(
        `The giver signs it. Then: furrow quests sponsor <id> <payer> --deadline ${deadline} --signature <hex>`,
      )
      return undefined
    }
    if (signed === null)
      throw new UsageError('Give --sign, or the --deadline and the --signature of the giver.')
    await payBy(context, quest, sponsoredPayIn(payIn, { giver: quest.giver, ...signed }), payer)
    return undefined
  },
}

/** Looks at the chain, and prints the words to sign or the transactions to send. */
async function payBy(context: Context, quest: Quest, payIn: PayIn, from: string): Promise<void> {
  const { blockedSentence, callsOf, readPlan, triedCall } = await load()
  const node = await openNode(context, quest)
  const isSafe = context.options.safe === true
  const plan = await readPlan(node, from, payIn, { batches: false, permits: !isSafe })
  const { left, known } = plan
  if (left === null || known === null) {
    context.show({ steps: [], calls: [] }, () => ['All of it is in the contract already.'])
    return
  }
  if (plan.blocked !== null) throw new UsageError(blockedSentence(plan.blocked))
  const signed = payIn.sponsorship === undefined ? readSigned(context) : null
  const wantsWords = context.options.sign === true
  if (!wantsWords && signed === null) return showPlan(context, quest, plan, callsOf(left, known))
  const steps = plan.steps.filter(step => step !== 'accept')
  const permit = await permitBy(context, node, from, left, steps, signed?.deadline)
  if (signed !== null) {
    const call = await triedCall(node, from, permit, signed.signature).catch(() => {
      throw new UsageError('The contract would refuse this signature: sign anew with --sign.')
    })
    return showPlan(context, quest, plan, [call])
  }
  showWords(context, permit.words)
  const nonce = permit.nonce === undefined ? '' : ` --nonce ${permit.nonce}`
  context.tell(
    `Sign it within the hour. Then: furrow quests fund <id> --deadline ${permit.deadline}${nonce} --signature <hex>`,
  )
}

async function permitBy(
  context: Context,
  node: Node,
  from: string,
  left: PayIn,
  [step]: readonly Step[],
  until: number | undefined,
): Promise<SignedPayIn & { readonly deadline: bigint; readonly nonce?: bigint }> {
  const { permit2Of, permitOf } = await load()
  const deadline = until === undefined ? undefined : BigInt(until)
  if (step === 'permit') return permitOf(node, from, left, deadline)
  if (step !== 'permit2')
    throw new UsageError('No signature stands for an allowance here: leave --sign and --signature out.')
  const { nonce } = given(context, 'nonce')
  if (deadline === undefined) return permit2Of(node, from, left)
  if (!/^\d{1,78}$/.test(nonce ?? '')) throw new UsageError('Give --nonce too: it is in what you signed.')
  return permit2Of(node, from, left, { nonce: BigInt(nonce ?? 0), deadline })
}

async function showPlan(
  context: Context,
  { title, funding }: Quest,
  { left, steps, gas, fee, isEnough }: Plan,
  calls: Parameters<typeof showCalls>[1]['calls'],
): Promise<void> {
  if (left === null) return
  const { token, tokenDecimals = 18 } = funding
  const sum = fromUnits(left.total, tokenDecimals)
  const facts = { steps, gas, fee: fee === null ? null : String(fee), amount: sum, token, isEnough }
  await showCalls(context, { name: `Pay in: ${title}`, chainId: left.chainId, calls, facts }, () => [
    `${sum} ${token} for ${left.deposits.length} quests go into ${left.escrow}. The wallet`,
    ...steps.map(step => `- ${sayStep[step]}`),
    `About ${gas} gas${fee === null ? '' : `, ${fromUnits(fee, 18)} of the chain's coin`}.`,
    ...(isEnough ? [] : ['The wallet does not have that much of the token.']),
  ])
}

const bring: Command = {
  name: 'quests bring',
  words: ['<id>', '<farmer>'],
  about: "What a wallet sends to bring a dispute before the court that is the contract's arbiter",
  options: { ...chainOptions },
  async run(context) {
    const { bringCall, readCourt } = await load()
    const [id = '', farmer = ''] = context.words
    const quest = await context.client().quests.get(id)
    const node = await openNode(context, quest)
    const { chainId = 0, escrow = '', escrowId = '' } = quest.funding
    const dispute = { escrow, escrowId, farmer: addressOf('The farmer', farmer) }
    const court = await readCourt(node, dispute)
    if (court === null) throw new Error("The contract's arbiter is no court: ask the arbiter.")
    if (court.isBrought) {
      context.show({ isBrought: true, calls: [] }, () => ['The dispute is before the court already.'])
      return undefined
    }
    const calls = [bringCall(court, dispute)]
    const facts = { isBrought: false, fee: String(court.fee) }
    await showCalls(context, { name: `Bring: ${quest.title}`, chainId, calls, facts }, () => [
      `The court takes ${fromUnits(court.fee, 18)} of the chain's coin, which nobody gives back. Any wallet may send it.`,
    ])
    return undefined
  },
}

export const fundingCommands: readonly Command[] = [fund, sponsor, bring]
