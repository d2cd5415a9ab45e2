import { type Command, given, text } from '../command.ts'
import { plainLine } from '../plain.ts'
import { table } from '../table.ts'

const list: Command = {
  name: 'bookmarks',
  words: [],
  about: 'The quests that you keep, the last one first',
  options: {
    limit: text('number', 'At most so many; 100 unless given'),
    cursor: text('cursor', 'The next page, as the page before named it'),
  },
  async run(context) {
    const { items, cursor } = await context.client().quests.bookmarks.list(given(context, 'limit', 'cursor'))
    context.show({ quests: items, cursor }, () => [
      ...table(
        ['ID', 'TITLE', 'REWARD', 'STATUS'],
        items.map(({ id, title, reward, status }) => [id, title, reward, status]),
      ),
      ...(cursor === null ? [] : [`More: --cursor ${cursor}`]),
    ])
  },
}

const add: Command = {
  name: 'bookmark',
  words: ['<id>'],
  about: 'Keeps a quest, for you alone',
  options: {},
  async run(context) {
    const [id = ''] = context.words
    const answer = await context.client().quests.bookmarks.add(id)
    context.show(answer, () => [`You keep ${plainLine(id)}.`])
  },
}

const remove: Command = {
  name: 'unbookmark',
  words: ['<id>'],
  about: 'Keeps a quest no longer',
  options: {},
  async run(context) {
    const [id = ''] = context.words
    const answer = await context.client().quests.bookmarks.remove(id)
    context.show(answer, () => [`You do not keep ${plainLine(id)} any more.`])
  },
}

export const bookmarkCommands = [list, add, remove]
