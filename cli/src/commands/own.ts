import { everyPage, type Message, type PaidWork, type PayoutsApi } from '@furrow/sdk'
import { type Command, given, type Option } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import { indented, plainLine } from '../plain.ts'
import { table } from '../table.ts'

const cursor: Option = {
  type: 'string',
  value: 'cursor',
  about: 'The next page, as the page before named it',
}

const tasks: Command = {
  name: 'tasks',
  words: [],
  about: 'What waits for you, the first to fall due first',
  options: {},
  async run(context) {
    const list = await context.client().tasks.list({ limit: '100' })
    context.show(list, () =>
      table(
        ['TASK', 'QUEST', 'TITLE', 'DUE'],
        list.tasks.map(({ kind, questId, title, due, count }) => [
          count > 1 ? `${kind} (${count})` : kind,
          questId ?? '',
          title ?? '',
          due ?? '',
        ]),
      ),
    )
  },
}

const due: Command = {
  name: 'due',
  words: [],
  about: 'Work that you released and owe, by token and the longest due first, with its sums',
  options: {
    token: { type: 'string', value: 'symbol', about: 'In this token alone' },
    cursor,
  },
  async run(context) {
    const { items, cursor } = await context.client().payouts.due(given(context, 'token', 'cursor'))
    context.show({ ...items, cursor }, () => [
      ...table(
        ['QUEST', 'TITLE', 'PAYEE', 'AMOUNT', 'SINCE'],
        items.works.map(({ questId, title, payee, amount, token, since }) => [
          questId,
          title,
          payee,
          `${amount} ${token}`,
          since,
        ]),
      ),
      ...items.sums.map(({ amount, token, count }) => `In all: ${amount} ${plainLine(token)} (${count})`),
      ...(cursor === null ? [] : [`More: --cursor ${cursor}`]),
    ])
  },
}

const paid: Command = {
  name: 'paid',
  words: ['<hash>'],
  about: 'Shows one transaction for all that you owe, and says of each work whether it paid it',
  options: {
    token: { type: 'string', value: 'symbol', about: 'For work in this token alone' },
    chain: { type: 'string', value: 'number', about: 'Its chain, where the token is on several' },
  },
  async run(context) {
    const [hash = ''] = context.words
    const { payouts } = context.client()
    const { chain } = given(context, 'chain')
    if (chain !== undefined && !/^[1-9][0-9]{0,14}$/.test(chain))
      throw new UsageError('--chain is the number of a chain.')
    const due = await everyDue(payouts, given(context, 'token'))
    const works = await payouts.paidMany(hash, due, chain === undefined ? undefined : Number(chain))
    context.show({ works }, () => tableOfPaid(works))
    return undefined
  },
}

/** Whether a transaction paid each of these works. */
export function tableOfPaid(works: readonly PaidWork[]): string[] {
  return table(
    ['QUEST', 'FARMER', 'STATUS', ''],
    works.map(({ questId, farmer, status, error }) => [questId, farmer, status, error ?? '']),
  )
}

/** To its end: what is shown is not in the list any more. */
async function everyDue(payouts: PayoutsApi, query: { token?: string }) {
  const due: { questId: string; farmer: string }[] = []
  for await (const { works } of everyPage(from => payouts.due({ ...query, limit: '1000', ...from })))
    due.push(...works.map(({ questId, payee }) => ({ questId, farmer: payee })))
  return due
}

const mail: Command = {
  name: 'mail',
  words: [],
  about: 'Your letters, the newest first',
  options: {
    limit: { type: 'string', value: 'number', about: 'At most so many; 20 unless given' },
    cursor,
    full: { type: 'boolean', about: 'The letters themselves, and not only their subjects' },
  },
  async run(context) {
    const { limit = '20', cursor: from } = given(context, 'limit', 'cursor')
    const page = await context.client().mail.list({ limit, ...(from !== undefined && { cursor: from }) })
    const { items: letters, cursor } = page
    context.show({ letters, cursor }, () => [
      ...(context.options.full === true ? letters.flatMap(inFull) : briefly(letters)),
      ...(cursor === null ? [] : [`More: --cursor ${cursor}`]),
    ])
  },
}

function briefly(letters: readonly Message[]): string[] {
  return table(
    ['', 'FROM', 'SUBJECT', 'SENT'],
    letters.map(letter => [letter.read ? '' : 'new', senderOf(letter), letter.subject, letter.sentAt]),
  )
}

function inFull(letter: Message): string[] {
  const { subject, body, sentAt } = letter
  const heads = [`From ${plainLine(senderOf(letter))}, ${sentAt}`, `Subject: ${plainLine(subject)}`]
  return [...heads, '', ...indented(body), '']
}

function senderOf({ official, from }: Message): string {
  return official ? 'the service' : from
}

const watch: Command = {
  name: 'watch',
  words: [],
  about: 'Tells of changes as they happen, until it is stopped',
  options: {},
  async run(context) {
    for await (const event of context.client().events({ signal: context.signal }))
      context.show(event, () => [event.type])
  },
}

export const ownCommands = [tasks, due, paid, mail, watch]
