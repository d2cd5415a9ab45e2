import { createFurrow, FurrowError } from '@furrow/sdk'
import { type Command, given } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import { forgetSettings, keepSettings, readSettings, settingsFile } from '../settings.ts'

const login: Command = {
  name: 'login',
  words: [],
  about: 'Keeps the address of a service and an API key for it, in a file that only you may read',
  options: {
    url: {
      type: 'string',
      value: 'address',
      about: 'The service with its prefix: https://furrow.example.org/api',
    },
    key: {
      type: 'string',
      value: 'key',
      about: 'An API key, made on the page of your profile; - reads it from the input',
    },
  },
  async run(context) {
    const { url = readSettings(context.env)?.url, key: word } = given(context, 'url', 'key')
    if (url === undefined || !/^https?:\/\//.test(url) || !URL.canParse(url))
      throw new UsageError(
        '--url is the address of the service with its prefix: https://furrow.example.org/api',
      )
    if (word === undefined) throw new UsageError('--key is an API key; --key - reads it from the input.')
    const key = word === '-' ? (await context.readInput()).trim() : word
    await tryKey(url, key)
    keepSettings(context.env, { url, key })
    context.show({ url, file: settingsFile(context.env) }, () => [
      `You are signed in to ${url}; the key is in ${settingsFile(context.env)}.`,
    ])
  },
}

/** @throws FurrowError where the service does not know the key. */
async function tryKey(baseUrl: string, token: string): Promise<void> {
  try {
    await createFurrow({ baseUrl, token }).tasks.counts()
  } catch (error) {
    // A key that may not see tasks is a key all the same.
    if (!(error instanceof FurrowError) || error.status !== 403) throw error
  }
}

const logout: Command = {
  name: 'logout',
  words: [],
  about: 'Forgets the kept key; revoke it on the page of your profile',
  options: {},
  async run(context) {
    forgetSettings(context.env)
    context.show({}, () => ['The key is forgotten here. It works until you revoke it, or its days are over.'])
  },
}

export const loginCommands = [login, logout]
