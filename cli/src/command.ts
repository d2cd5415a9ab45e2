import type { Furrow } from '@furrow/sdk'

export type Env = Readonly<Record<string, string | undefined>>

/** The world of a command: the terminal, the client, and the given words. */
export type Context = {
  readonly env: Env
  readonly json: boolean
  readonly options: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
  /** The words behind the command's name, as many as it has. */
  readonly words: readonly string[]
  readonly signal: AbortSignal
  /** A client of the service, signed in where there is a key. */
  client(): Furrow
  /** One line; its words may be a stranger's. */
  say(line: string): void
  /** A line for a person who waits, beside the answer. */
  tell(line: string): void
  /** The answer: as JSON for programs, as these lines for people. */
  show(value: unknown, lines: () => readonly string[]): void
  readInput(): Promise<string>
  /** Opens a page in the browser, where there is one. */
  openPage(address: string): void
}

export type Option = {
  readonly type: 'string' | 'boolean'
  readonly value?: string
  /** It may be given several times. */
  readonly multiple?: true
  readonly about: string
}

/** An option that takes a text. */
export const text = (value: string, about: string): Option => ({ type: 'string', value, about })

export type Command = {
  readonly name: string
  /** Its words, each required: `<id>`. */
  readonly words: readonly string[]
  readonly about: string
  readonly options: Readonly<Record<string, Option>>
  /** Gives an exit code where the answer has one of its own. */
  run(context: Context): Promise<number | undefined>
}

/** The given text options, without those that are absent. */
export function given<Name extends string>(
  { options }: Context,
  ...names: readonly Name[]
): { [K in Name]?: string } {
  const texts = names.flatMap(name => (typeof options[name] === 'string' ? [[name, options[name]]] : []))
  return Object.fromEntries(texts)
}

/** The texts of an option that may be given several times, in their order. */
export function givenAll({ options }: Context, name: string): readonly string[] {
  const all = options[name]
  return Array.isArray(all) ? all.filter(text => typeof text === 'string') : []
}
