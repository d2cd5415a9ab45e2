import type { Message } from '@furrow/sdk'
import { type Command, given, type Option } from '../command.ts'
import { plainLine, plainText } from '../plain.ts'
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
  return [
    `From ${plainLine(senderOf(letter))}, ${sentAt}`,
    plainLine(subject),
    '',
    ...plainText(body).split('\n'),
    '',
  ]
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

export const ownCommands = [tasks, due, mail, watch]
