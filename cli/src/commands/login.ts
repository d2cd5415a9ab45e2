import { createFurrow, FurrowError } from '@furrow/sdk'
import { keyScopes } from '@furrow/sdk/contract'
import { askForKey } from '../browser-login.ts'
import { type Command, type Context, given } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import {
  exampleAddress,
  forgetSettings,
  isAddress,
  isKey,
  keepSettings,
  readSettings,
  requireRoom,
  settingsFile,
} from '../settings.ts'

const login: Command = {
  name: 'login',
  words: [],
  about:
    'Asks for an API key on a page where your wallet signs, and keeps it in a file that only you may read',
  options: {
    url: {
      type: 'string',
      value: 'address',
      about: `The service with its prefix: ${exampleAddress}`,
    },
    key: {
      type: 'string',
      value: 'key',
      about: 'An API key that you have already, instead of the page; - reads it from the input',
    },
    scopes: {
      type: 'string',
      value: 'list',
      about: `What the key may do, with commas between: ${Object.keys(keyScopes).join(', ')}; all of them unless given`,
    },
  },
  async run(context) {
    const { url = readSettings(context.env)?.url, key: word, scopes } = given(context, 'url', 'key', 'scopes')
    if (url === undefined || !isAddress(url))
      throw new UsageError(`--url is the address of the service with its prefix: ${exampleAddress}`)
    try {
      requireRoom(context.env)
    } catch (error) {
      throw new Error(
        `The key could not be kept in ${settingsFile(context.env)}: ${(error as Error).message}`,
      )
    }
    const key =
      word === undefined
        ? await askOnPage(context, url, scopes)
        : word === '-'
          ? (await context.readInput()).trim()
          : word.trim()
    if (!isKey(key)) throw new UsageError('--key is an API key; what was given is none.')
    await tryKey(url, key)
    keepSettings(context.env, { url, key })
    context.show({ url, file: settingsFile(context.env) }, () => [
      `You are signed in to ${url}; the key is in ${settingsFile(context.env)}.`,
    ])
  },
}

/** The address is said too: the browser may be on another screen, or there is none here. */
function askOnPage(context: Context, url: string, scopes?: string): Promise<string> {
  return askForKey({
    url,
    scopes: scopes?.replaceAll(',', ' ') ?? Object.keys(keyScopes).join(' '),
    signal: context.signal,
    open(page) {
      context.tell(`Sign on this page, which opens in your browser:\n${page}`)
      context.openPage(page)
    },
  })
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
