import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Client } from './http.ts'
import { forever, measure } from './measure.ts'
import { getObject, listObjects, type ParseLoad } from './parse.ts'
import { type Person, personAt } from './people.ts'

/** More than are cached, so that each answer is made anew. */
const strangers = 2_500
const readers = 20
const page = 50

export const readAims = {
  'GET profile': { peer: 'a get of Parse Server', aim: '1.5' },
  'GET reputation': { peer: 'a get of Parse Server', aim: '1.5' },
  'GET quest': { peer: 'a get of Parse Server', aim: '2' },
  'GET mail, 50': { peer: 'a list of 50 of Parse Server', aim: '1.5' },
}
export type ReadName = keyof typeof readAims
type Load = { readonly client: Client; readonly lanes: number; readonly seconds: number }
type Pair = readonly [ours: number, theirs: number]

export type Read = {
  /** The people whose profiles and reputations are read, one after the other. */
  readonly addresses: readonly string[]
  /** The people who read their own mail. */
  readonly people: readonly Person[]
}

/** Profiles of more people than are cached, and full mailboxes. */
export async function fillReads(client: Client, people: readonly Person[]): Promise<Read> {
  const addresses = Array.from({ length: strangers }, () => privateKeyToAccount(generatePrivateKey()).address)
  for (const address of addresses)
    await client.ask({ method: 'GET', path: `/api/profile/?address=${address}&init=true` })
  const owners = people.slice(0, readers)
  for (const [index, { account }] of owners.entries())
    for (let letter = 0; letter < page; letter++) {
      const body = { to: account.address, subject: `Letter ${letter}`, body: 'Seeds, please, as last year.' }
      const { token } = personAt(people, index + readers + letter)
      await client.ask({ method: 'POST', path: '/api/mail', token, body })
    }
  return { addresses, people: owners }
}

export async function measureReads(
  parse: ParseLoad,
  { client, lanes, seconds }: Load,
  { addresses, people }: Read,
  quests: readonly string[],
  objects: readonly string[],
): Promise<Record<ReadName, Pair>> {
  const ask = async (pathOf: (index: number) => string, tokenOf?: (index: number) => string) => {
    const job = (index: number) =>
      client.ask({ method: 'GET', path: pathOf(index), ...(tokenOf && { token: tokenOf(index) }) })
    return (await measure(lanes, seconds, forever(job))).perSecond
  }
  const get = async () => (await getObject(parse, objects)).perSecond
  const list = async () => (await listObjects(parse, page)).perSecond
  const addressAt = (index: number) => addresses[index % addresses.length]
  return {
    'GET profile': [await ask(index => `/api/profile/?address=${addressAt(index)}`), await get()],
    'GET reputation': [await ask(index => `/api/reputation?address=${addressAt(index)}`), await get()],
    'GET quest': [await ask(index => `/api/quests?id=${quests[index % quests.length]}`), await get()],
    'GET mail, 50': [
      await ask(
        () => `/api/mail?limit=${page}`,
        index => personAt(people, index).token,
      ),
      await list(),
    ],
  }
}
