import { type Assignment, fromUnits, type Quest } from '@furrow/sdk'
import type { ShareStep, Split, SplitMoney } from '@furrow/sdk/escrow'
import { type Command, type Context, given, text } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import { plainLine } from '../plain.ts'
import { addressOf, chainOptions, openNode, showCalls } from './on-chain.ts'

const load = () => import('@furrow/sdk/escrow')
const coin = `0x${'0'.repeat(40)}`
const farmerOption = {
  farmer: text('address', 'The farmer of the place, where several places of the quest are shared'),
}

const shareOut: Command = {
  name: 'quests share-out',
  words: ['<id>'],
  about: 'What any wallet sends so that the account of a shared place on chain pays its members',
  options: {
    ...chainOptions,
    ...farmerOption,
    count: text('number', 'One transaction, to so many payees at most; without it, 100 of them each'),
  },
  async run(context) {
    const { shareCall, shareCalls } = await load()
    const { count } = given(context, 'count')
    if (count !== undefined && !/^[1-9]\d{0,2}$/.test(count))
      throw new UsageError('--count is a number of payees, from 1 to 999.')
    const found = await findAccount(context)
    const { quest, split, token, money } = found
    const facts = factsOf(found)
    if (money.undivided === 0n && money.owed.length === 0 && money.next === 0) {
      context.show({ ...facts, calls: [] }, () => ['The account has nothing to share out.'])
      return undefined
    }
    const all = shareCalls({ ...split, token }, money.next)
    // The file of a Safe is one transaction, which all payees together may be too many for.
    const steps = context.options.safe === true ? all.slice(0, 1) : all
    const calls =
      count === undefined
        ? steps.map(({ call }) => call)
        : [shareCall({ ...split, token, count: Number(count) })]
    const chainId = quest.funding.chainId ?? 0
    const isInParts = count === undefined && all.length > 1
    const to = isInParts && calls.length === 1 ? `, ${payeesOf(steps)}` : ''
    await showCalls(context, { name: `Share out: ${quest.title}${to}`, chainId, calls, facts }, () => [
      `The account ${facts.account} shares out ${facts.undivided} ${facts.token} among ${split.payees.length} payees. Any wallet may send it.`,
      ...(isInParts
        ? [
            `${calls.length} transactions, in this order: ${payeesOf(steps)}.`,
            'Where one fails, send none of those behind it: ask again, and it goes on behind the payees who have their parts.',
          ]
        : []),
      ...facts.owed.map(
        ({ payee, amount }) => `${payee} did not take ${amount} ${facts.token}: it is tried once more.`,
      ),
    ])
    return undefined
  },
}

function payeesOf(steps: readonly ShareStep[]): string {
  return steps.map(({ from, until }) => `payees ${from + 1} to ${until}`).join(', ')
}

const takeOwed: Command = {
  name: 'quests take-owed',
  words: ['<id>', '<receiver>'],
  about: 'What your wallet sends to have your part, which it did not take, paid to another address',
  options: {
    ...chainOptions,
    ...farmerOption,
    from: text('address', 'The wallet to which it is owed, where it is owed to several'),
  },
  async run(context) {
    const { takeOwedCall } = await load()
    const receiver = addressOf('The receiver', context.words[1] ?? '')
    const { from } = given(context, 'from')
    const wallet = from === undefined ? undefined : addressOf('--from', from)
    const found = await findAccount(context)
    const facts = factsOf(found)
    const waiting = facts.owed.filter(({ payee }) => wallet === undefined || isSame(payee, wallet))
    const [mine, another] = waiting
    if (another !== undefined)
      throw new UsageError(
        `Give --from: it is owed to ${waiting.map(({ payee }) => payee).join(' and to ')}.`,
      )
    if (mine === undefined) {
      context.show({ ...facts, calls: [] }, () => [
        'The account owes nothing there: furrow quests share-out pays what it has.',
      ])
      return undefined
    }
    const { account } = facts
    const calls = [takeOwedCall({ account, token: found.token, receiver })]
    const { title, funding } = found.quest
    const name = `Take what is owed: ${title}`
    await showCalls(context, { name, chainId: funding.chainId ?? 0, calls, facts }, () => [
      `${mine.payee} alone sends it, and ${receiver} gets ${mine.amount} ${facts.token}.`,
    ])
    return undefined
  },
}

type Account = {
  readonly quest: Quest
  readonly split: Split
  readonly account: string
  readonly token: string
  readonly money: SplitMoney
}

/** The account of the shared place that is meant, with its money of the quest's token. */
async function findAccount(context: Context): Promise<Account> {
  const { readSplitMoney, splitFrom } = await load()
  const [id = ''] = context.words
  const { farmer } = given(context, 'farmer')
  const wanted = farmer === undefined ? undefined : addressOf('--farmer', farmer)
  const quest = await context.client().quests.get(id)
  const shown = pick(quest.farmers, wanted)
  const split = splitFrom(shown)
  const token = quest.funding.tokenAddress ?? coin
  const money = await readSplitMoney(await openNode(context, quest), split, token)
  return { quest, split, account: shown.account, token, money }
}

function pick(farmers: readonly Assignment[], wanted: string | undefined) {
  const shared = farmers.flatMap(({ address, split }) => (split === undefined ? [] : [{ address, split }]))
  const [only, another] = shared.filter(({ address }) => wanted === undefined || isSame(address, wanted))
  if (only === undefined) throw new UsageError('No account pays several people for this place.')
  if (another !== undefined)
    throw new UsageError(
      `Give --farmer: places of ${shared.map(({ address }) => address).join(' and ')} are shared.`,
    )
  return only.split
}

function factsOf({ quest, account, money }: Account) {
  const { token = '', tokenDecimals = 18 } = quest.funding
  const inToken = (units: bigint) => fromUnits(units, tokenDecimals)
  return {
    account,
    token: plainLine(token),
    undivided: inToken(money.undivided),
    owed: money.owed.map(({ payee, amount }) => ({ payee, amount: inToken(amount) })),
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

export const splitCommands: readonly Command[] = [shareOut, takeOwed]
