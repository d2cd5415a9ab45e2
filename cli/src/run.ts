import { parseArgs } from 'node:util'
import { createFurrow, FurrowError } from '@furrow/sdk'
import manifest from '../package.json' with { type: 'json' }
import type { Command, Context, Env, Option } from './command.ts'
import { commands } from './commands/all.ts'
import { exitCodeOf, exitCodes, UsageError } from './exit-codes.ts'
import { plainJson, plainLine, plainText } from './plain.ts'
import { exampleAddress, isAddress, isKey, readSettings } from './settings.ts'

export type Terminal = {
  readonly env: Env
  readonly signal: AbortSignal
  out(text: string): void
  err(text: string): void
  readInput(): Promise<string>
  openPage(address: string): void
}

const everywhere: Readonly<Record<string, Option>> = {
  json: { type: 'boolean', about: 'The answer as JSON, for programs' },
  help: { type: 'boolean', about: 'This text' },
}

/** Runs one command line; gives its exit code. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const wantsJson = args.includes('--json')
  try {
    const [command, rest] = find(args)
    if (command === null) return help(args, terminal)
    const { values, positionals } = parse(command, rest)
    if (values.help === true) {
      terminal.out(`${helpOf(command).join('\n')}\n`)
      return exitCodes.done
    }
    if (positionals.length !== command.words.length)
      throw new UsageError(`It is: furrow ${[command.name, ...command.words].join(' ')}`)
    return (await command.run(contextOf(terminal, values, positionals))) ?? exitCodes.done
  } catch (error) {
    tell(error, wantsJson, terminal)
    return exitCodeOf(error)
  }
}

function find(args: readonly string[]): [Command | null, string[]] {
  const lengthOf = ({ name }: Command) => name.split(' ').length
  const [command] = commands
    .filter(({ name }) => name.split(' ').every((word, index) => args[index] === word))
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
  return command === undefined ? [null, []] : [command, args.slice(lengthOf(command))]
}

function parse({ options }: Command, args: string[]) {
  try {
    const given = { ...everywhere, ...options }
    return parseArgs({ args, options: given, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function contextOf(
  { env, signal, out, readInput, openPage, err }: Terminal,
  options: Context['options'],
  words: readonly string[],
): Context {
  const json = options.json === true
  const say = (line: string) => out(`${plainText(line)}\n`)
  return {
    env,
    json,
    options,
    words,
    signal,
    say,
    tell: line => err(`${plainText(line)}\n`),
    readInput,
    openPage,
    client() {
      const settings = readSettings(env)
      if (settings === null) throw new UsageError('No service is known: furrow login, or FURROW_URL.')
      if (!isAddress(settings.url))
        throw new UsageError(`FURROW_URL is the address of the service with its prefix: ${exampleAddress}`)
      if (settings.key && !isKey(settings.key))
        throw new UsageError('FURROW_KEY is no API key: it has characters that no key has.')
      return createFurrow({ baseUrl: settings.url, ...(settings.key !== null && { token: settings.key }) })
    },
    show(value, lines) {
      if (json) out(`${plainJson(value)}\n`)
      else for (const line of lines()) say(line)
    },
  }
}

/** A failure: its sentence for people, all of it for programs. */
function tell(error: unknown, wantsJson: boolean, { err }: Terminal): void {
  const message = error instanceof Error ? error.message : String(error)
  const { status = null, code = null, retryAfter = null } = error instanceof FurrowError ? error : {}
  if (wantsJson) err(`${plainJson({ error: message, status, code, retryAfter })}\n`)
  else err(`furrow: ${plainLine(message)}\n`)
}

function help(args: readonly string[], { out, err }: Terminal): number {
  const [first] = args
  if (first === '--version') {
    out(`${manifest.version}\n`)
    return exitCodes.done
  }
  const isAsked = first === undefined || first === '--help' || first === 'help'
  if (!isAsked && args.includes('--json')) throw new UsageError(`There is no command "${args.join(' ')}".`)
  const lines = [
    'furrow <command> [options]',
    '',
    ...commands.map(({ name, words, about }) => `  ${[name, ...words].join(' ').padEnd(22)}${about}`),
    '',
    'Each has --json and --help. FURROW_URL and FURROW_KEY go before the kept login.',
    `Exit codes: ${Object.entries(exitCodes)
      .map(([meaning, code]) => `${code} ${meaning}`)
      .join(', ')}.`,
  ]
  const write = isAsked ? out : err
  if (!isAsked) err(`furrow: there is no command "${plainLine(args.join(' '))}".\n`)
  write(`${lines.join('\n')}\n`)
  return isAsked ? exitCodes.done : exitCodes.usage
}

function helpOf({ name, words, about, options }: Command): string[] {
  const all = Object.entries({ ...options, ...everywhere })
  const shown = all.map(([name, { value, about }]) => [`--${name}${value ? ` <${value}>` : ''}`, about])
  return [
    `furrow ${[name, ...words].join(' ')} [options]`,
    `${about}.`,
    '',
    ...shown.map(([option = '', about = '']) => `  ${option.padEnd(22)}${about}`),
  ]
}
