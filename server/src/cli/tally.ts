import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { recount } from '../community-dao/recount.ts'
import { RefusedError } from '../errors.ts'
import { runCommand } from './command.ts'

const usage = 'npm run tally -- <file or URL of an export of votes> [--json]'
/** That the votes do not add up is 1, as of all commands. */
const cannotCount = 2

await runCommand(
  usage,
  {},
  async ({ positionals: [source, ...others] }) => {
    if (source === undefined || others.length > 0) throw new RefusedError(usage)
    const counted = await recount(createInterface({ input: await open(source) })).catch(error => {
      throw error instanceof RangeError ? new RefusedError(error.message) : error
    })
    const { title, tally, outcome, choice, proved, asked, gone, problems } = counted
    return {
      ok: problems.length === 0,
      json: counted,
      lines: [
        title,
        ...tally.choices.map(({ choice, weight, voters }) => `  ${choice}: ${weight} (${voters} members)`),
        choice === null ? `Nothing is decided: ${outcome}.` : `Decided: ${choice}.`,
        `${proved} signatures were proved.`,
        ...(asked > 0 ? [`${asked} are of smart wallets, which the service asked when they voted.`] : []),
        ...(gone > 0 ? [`${gone} are gone with people who left, and taken as the service tells them.`] : []),
        ...(problems.length === 0 ? ['Everything fits together.'] : problems),
      ],
    }
  },
  cannotCount,
)

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
