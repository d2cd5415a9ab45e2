import { readFile } from 'node:fs/promises'
import type { TrustList } from '@furrow/sdk'
import type { Command } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import { plainText } from '../plain.ts'

const show: Command = {
  name: 'trust show',
  words: [],
  about: 'Your trust list: whom you vouch for, and from whom you take no work',
  options: {},
  async run(context) {
    const list = await context.client().quests.trust.get()
    context.show(list, () => plainText(list.text).trimEnd().split('\n'))
    return undefined
  },
}

const save: Command = {
  name: 'trust save',
  words: ['<file>'],
  about: 'Saves a file in Trustdown as your trust list, over the one before; `-` reads it from the input',
  options: {},
  async run(context) {
    const [file = ''] = context.words
    const text = file === '-' ? await context.readInput() : await readFile(file, 'utf8').catch(unreadable)
    const list = await context.client().quests.trust.save({ text })
    context.show(list, () => describe(list))
    return undefined
  },
}

function unreadable(error: Error): never {
  throw new UsageError(`The file cannot be read: ${error.message}`)
}

function describe({ vouched, denounced, known, elsewhere, unread }: TrustList): string[] {
  return [
    `Saved: ${vouched} vouched for, ${denounced} denounced, ${known} of them proved here.`,
    ...(elsewhere > 0 ? [`Lines about accounts elsewhere: ${elsewhere}`] : []),
    ...(unread.length > 0 ? [`Lines that name nobody: ${unread.join(', ')}`] : []),
  ]
}

export const trustCommands: readonly Command[] = [show, save]
