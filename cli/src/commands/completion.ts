import type { Command } from '../command.ts'
import { UsageError } from '../exit-codes.ts'

const shells: Readonly<Record<string, (commands: readonly Command[]) => string[]>> = { bash, zsh, fish }

export const completionCommand = (all: () => readonly Command[]): Command => ({
  name: 'completion',
  words: ['<shell>'],
  about: 'The completion for bash, zsh or fish: source <(furrow completion bash)',
  options: {},
  async run(context) {
    const script = shells[context.words[0] ?? '']
    if (script === undefined) throw new UsageError('The shells are bash, zsh and fish.')
    for (const line of script(all())) context.say(line)
  },
})

const optionsOf = (command: Command) =>
  [...Object.keys(command.options), 'json', 'help'].map(name => `--${name}`)

/** The words that may come next, by the words before. */
function following(commands: readonly Command[]): ReadonlyMap<string, ReadonlySet<string>> {
  const next = new Map<string, Set<string>>()
  const add = (before: string, word: string) => next.set(before, (next.get(before) ?? new Set()).add(word))
  for (const command of commands) {
    const words = command.name.split(' ')
    for (const [index, word] of words.entries()) add(words.slice(0, index).join(' '), word)
    if (command.name === 'completion') for (const shell of Object.keys(shells)) add('completion', shell)
    else for (const option of optionsOf(command)) add(command.name, option)
  }
  return next
}

function bash(commands: readonly Command[]): string[] {
  const next = following(commands)
  const cases = [...next].map(([before, words]) => `    '${before}') words='${[...words].join(' ')}' ;;`)
  // The first word that is none of a command's name is one that the command takes.
  const begun = [...next.keys()].flatMap(before => (before === '' ? [] : `'${before}'`))
  return `_furrow() {
  local word before="" words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) break ;; esac
    case "\${before:+$before }$word" in ${begun.join('|')}) before="\${before:+$before }$word" ;; *) break ;; esac
  done
  case "$before" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _furrow furrow`.split('\n')
}

function zsh(commands: readonly Command[]): string[] {
  return ['#compdef furrow', 'autoload -U +X bashcompinit && bashcompinit', ...bash(commands)]
}

function fish(commands: readonly Command[]): string[] {
  const quote = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`
  const isAt = (words: string) =>
    `test "(string join ' ' (string match -v -- '-*' (commandline -opc)[2..]))" = ${quote(words)}`
  const begins = (words: string) =>
    `string match -q -- ${quote(`${words}*`)} (string join ' ' (commandline -opc)[2..])`
  return [
    'complete -c furrow -f',
    ...commands.flatMap(command => {
      const words = command.name.split(' ')
      const before = words.slice(0, -1).join(' ')
      const word = words.at(-1) ?? ''
      const first = before === '' ? [] : [`complete -c furrow -n ${quote(isAt(''))} -a ${before}`]
      return [
        ...first,
        `complete -c furrow -n ${quote(isAt(before))} -a ${word} -d ${quote(command.about)}`,
        ...Object.entries(command.options).map(
          ([name, { type, about }]) =>
            `complete -c furrow -n ${quote(begins(command.name))} -l ${name}${type === 'string' ? ' -r' : ''} -d ${quote(about)}`,
        ),
      ]
    }),
    `complete -c furrow -n ${quote(isAt('completion'))} -a 'bash zsh fish'`,
  ]
}
