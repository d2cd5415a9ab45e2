import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { VoteReceipt } from '@furrow/sdk/contract'
import { askWalletsOf } from '../../community/community-dao/ask-wallet.ts'
import { type Recount, recount } from '../../community/community-dao/recount.ts'
import { createChains } from '../../ground/clients/chains.ts'
import { readConfig } from '../../ground/config/config.ts'
import { RefusedError } from '../../ground/errors.ts'
import { runCommand } from './command.ts'

const usage =
  'npm run tally -- <file or URL of an export of votes> [--receipt <file>] [--rpc <chain>=<url>,...] [--key <hex>] [--json]'
const options = { receipt: { type: 'string' }, rpc: { type: 'string' }, key: { type: 'string' } } as const
const cannotCount = 2

await runCommand(
  { usage, options, words: 1, failure: cannotCount },
  async ({ positionals: [source], values: { receipt, rpc, key } }) => {
    if (source === undefined) throw new RefusedError(usage)
    const using = {
      ask: typeof rpc === 'string' ? askWalletsOf(createChains(readConfig({ RPC_URLS: rpc }))) : null,
      receipt: typeof receipt === 'string' ? await readReceipt(receipt) : null,
      key: typeof key === 'string' ? key.toLowerCase() : null,
    }
    const counted = await recount(createInterface({ input: await open(source) }), using).catch(error => {
      throw error instanceof RangeError ? new RefusedError(error.message) : error
    })
    const { problems, unchecked } = counted
    const ok = problems.length === 0 && unchecked.length === 0
    return {
      ok,
      ...(problems.length === 0 && !ok && { code: cannotCount }),
      json: counted,
      lines: linesOf(counted),
    }
  },
)

function linesOf({ title, tally, unproved, outcome, choice, proved, problems, ...rest }: Recount): string[] {
  const { entry, key, receipt, unchecked } = rest
  const without = unproved.choices.filter(({ voters }) => voters > 0)
  return [
    title,
    ...tally.choices.map(({ choice, weight, voters }) => `  ${choice}: ${weight} (${voters} members)`),
    ...(without.length > 0
      ? [
          `  of which no signature proves: ${without.map(({ choice, weight, voters }) => `${choice} ${weight} (${voters} members)`).join(', ')}`,
        ]
      : []),
    choice === null ? `Nothing is decided: ${outcome}.` : `Decided: ${choice}.`,
    `${proved} signatures were proved.`,
    ...(key === null ? [] : [`The key ${key} signed it.`]),
    ...(entry === null
      ? []
      : [`Its end is entry ${entry} of the audit log (npm run audit -- --head ${entry}).`]),
    ...(receipt === null ? [] : [receipt]),
    ...(problems.length > 0
      ? ['It is forged, or not whole:', ...problems.map(says => `  ${says}`)]
      : unchecked.length > 0
        ? ['Not everything could be checked:', ...unchecked.map(says => `  ${says}`)]
        : ['Everything fits together.']),
  ]
}

async function readReceipt(file: string): Promise<VoteReceipt> {
  try {
    const read = JSON.parse(await readFile(file, 'utf8'))
    const receipt = read?.receipt ?? read
    if (typeof receipt === 'object' && receipt !== null) return receipt
  } catch (error) {
    throw new RefusedError(`${file} cannot be read as a receipt: ${(error as Error).message}`)
  }
  throw new RefusedError(`${file} is no receipt of a vote.`)
}

async function open(source: string): Promise<Readable> {
  if (!/^https?:\/\//.test(source)) {
    const file = createReadStream(source)
    await new Promise((resolve, reject) => file.once('open', resolve).once('error', reject)).catch(error => {
      throw new RefusedError(`${source} cannot be read: ${error.message}`)
    })
    return file
  }
  const response = await fetch(source).catch(error => {
    throw new RefusedError(`${source} cannot be read: ${error.message}`)
  })
  if (!response.ok || response.body === null)
    throw new RefusedError(`${source} answers with status ${response.status}: ${await response.text()}`)
  return Readable.fromWeb(response.body as never)
}
