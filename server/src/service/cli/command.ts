import { resolve } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { hasDatabase, type Place } from '@furrow/storage/database.ts'
import { RefusedError } from '../../ground/errors.ts'
import { sentenceOfFailure } from '../failure-sentence.ts'

/** The result of a command: its exit code is 0 only if all is well. */
export type Outcome = {
  readonly ok: boolean
  readonly code?: number
  readonly lines: readonly string[]
  readonly json: object
}

type Values = Readonly<Record<string, string | boolean | undefined>>

export type Asked = {
  readonly values: Values
  readonly positionals: readonly string[]
  say(sentence: string): void
  /** Aborted when somebody ends the command. A command that asks for it cleans up itself; the process ends after that. */
  untilEnded(): AbortSignal
}

type Line = {
  readonly usage: string
  /** Beside `--json`, which every command has. */
  readonly options?: ParseArgsOptionsConfig
  /** So many words that are no option, at most. */
  readonly words?: number
  /** The exit code of a command that failed. */
  readonly failure?: number
}

/** The result goes to standard output, all else to standard error. */
export async function runCommand(line: Line, act: (asked: Asked) => Promise<Outcome>): Promise<void> {
  const { failure = 1 } = line
  const json = process.argv.includes('--json')
  const end = new AbortController()
  process.stdout.on('error', error => tellOfLoss(error, failure))
  try {
    const outcome = await act({
      ...readArguments(line),
      say: sentence => console.error(sentence),
      untilEnded: () => listen(end),
    })
    if (json) console.log(JSON.stringify({ ok: outcome.ok, ...outcome.json }))
    else for (const sentence of outcome.lines) console.log(sentence)
    process.exitCode = outcome.code ?? (outcome.ok ? 0 : 1)
  } catch (error) {
    const said = end.signal.aborted ? 'It was ended, and left nothing half behind.' : sentenceOf(error)
    if (json) console.log(JSON.stringify({ ok: false, error: said ?? String(error) }))
    console.error(said ?? error)
    process.exitCode = failure
  }
}

/** Opening the embedded database would make it. @throws RefusedError */
export function requireDatabase(place: Place): void {
  if (!hasDatabase(place)) throw new RefusedError(`There is no database in ${resolve(place.dataDir)}.`)
}

/** A reader that went away has enough; a disk that is full has lost the result, such as a secret that was to be kept. */
function tellOfLoss({ code, message }: NodeJS.ErrnoException, failure: number): void {
  if (code === 'EPIPE') return
  console.error(`The result cannot be written: ${message}`)
  process.exitCode = failure
}

function listen(end: AbortController): AbortSignal {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort())
  return end.signal
}

function readArguments({ usage, options, words = 0 }: Line): Pick<Asked, 'values' | 'positionals'> {
  const { values, positionals } = parse({ ...options, json: { type: 'boolean' } }, usage)
  const more = positionals[words]
  if (more !== undefined) throw new RefusedError(`"${more}" is one word too many.\n${usage}`)
  return { values: values as Values, positionals }
}

function parse(options: ParseArgsOptionsConfig, usage: string) {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new RefusedError(`${(error as Error).message}\n${usage}`)
  }
}

/** null for an unforeseen error. */
function sentenceOf(error: unknown): string | null {
  return (
    sentenceOfFailure(error) ?? (isRefusedBySystem(error) ? `The system refuses it: ${error.message}` : null)
  )
}

/** A file or a folder that cannot be used as it was asked; the sentence of the system names it. */
const refusals = 'EACCES EDQUOT EEXIST EISDIR ENAMETOOLONG ENOENT ENOSPC ENOTDIR EPERM EROFS'.split(' ')

function isRefusedBySystem(error: unknown): error is Error {
  return (
    error instanceof Error && 'syscall' in error && refusals.includes((error as { code?: string }).code ?? '')
  )
}
