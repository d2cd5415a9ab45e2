import type { Credential } from '@furrow/sdk'
import { type Command, type Context, given, text } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import { plainLine } from '../plain.ts'
import { table } from '../table.ts'

const take: Command = {
  name: 'credentials take',
  words: ['<id>'],
  about: 'Takes a credential for your paid and proved work in a quest',
  options: {
    form: text('form', 'badge (the default), or attestation'),
    reward: { type: 'boolean', about: 'It says the amount and the token too' },
  },
  async run(context) {
    const [questId = ''] = context.words
    const { form = 'badge' } = given(context, 'form')
    if (form !== 'badge' && form !== 'attestation') throw new UsageError('--form is badge or attestation.')
    const reward = context.options.reward === true
    tellOf(context, await context.client().credentials.take({ questId, form, reward }))
    return undefined
  },
}

/** The thing itself comes alone with --json: a JWT is a line that nobody reads. */
function tellOf(context: Context, credential: Credential): void {
  const { form, id, status, title, url } = credential
  context.show(credential, () => [
    `${plainLine(id)}: ${form}, ${status}${title === null ? '' : `, ${plainLine(title)}`}`,
    `Anybody sees it with its status at ${plainLine(url)}`,
    'Save it: furrow credentials get <credential> --json',
  ])
}

const get: Command = {
  name: 'credentials get',
  words: ['<credential>'],
  about: 'Anybody’s credential by its id, with its status; --json has the signed text',
  options: {},
  async run(context) {
    const [id = ''] = context.words
    tellOf(context, await context.client().credentials.get(id))
    return undefined
  },
}

const own: Command = {
  name: 'credentials',
  words: [],
  about: 'Your own credentials, the newest first',
  options: { cursor: text('cursor', 'The next page, as the page before named it') },
  async run(context) {
    const { items, cursor } = await context.client().credentials.own(given(context, 'cursor'))
    context.show({ credentials: items, cursor }, () => [
      ...table(
        ['ID', 'FORM', 'STATUS', 'TITLE'],
        items.map(({ id, form, status, title }) => [id, form, status, title ?? '']),
      ),
      ...(cursor === null ? [] : [`More: --cursor ${cursor}`]),
    ])
    return undefined
  },
}

export const credentialCommands = [take, get, own]
