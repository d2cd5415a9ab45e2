import { type AbiFunction, type AbiParameter, toFunctionSelector } from 'viem'
import { Bytes } from './bytes.ts'
import { bits } from './logic.ts'
import { make } from './make.ts'
import { any, isKnown, known, type Word, zero } from './words.ts'

/** The bytes of a call with any arguments, and the arguments by their names. */
export type Input = {
  readonly bytes: Bytes
  readonly words: ReadonlyMap<string, Word>
  readonly size: Word
  /** The word at a place that is not known, of a list of any length. */
  readonly at: (place: Word) => Word
  /** How many a list has. */
  readonly length: Word | null
  /** Which one of the list was read, once one was: all that is read is of that one. */
  readonly index: () => Word | null
}

const signatureSize = 65

/** Whether a function takes a list. */
const takesList = (item: AbiFunction): boolean => item.inputs.some(({ type }) => type === 'tuple[]')

/** Lists have any length, and signatures the length that those of keys have. */
export function inputOf(item: AbiFunction): Input {
  const bytes = new Bytes()
  const words = new Map<string, Word>()
  const selector = BigInt(toFunctionSelector(item))
  for (let at = 0; at < 4; at++) bytes.set(at, Number((selector >> BigInt(8 * (3 - at))) & 0xffn))
  let tail = 4 + item.inputs.length * 32
  for (const [index, parameter] of item.inputs.entries()) {
    const place = 4 + index * 32
    const parts = tailOf(parameter)
    if (parts === null) bytes.write(place, wordOf(parameter, words))
    else {
      bytes.write(place, known(tail - 4))
      for (const part of parts) {
        bytes.write(tail, part)
        tail += 32
      }
    }
  }
  if (!takesList(item))
    return { bytes, words, size: known(bytes.size), at: refuse, length: null, index: () => null }
  return {
    bytes,
    words,
    size: any('size of the input'),
    length: any(listLength),
    ...listAt(item, tail, words),
  }
}

const listLength = 'length of the list'

function refuse(): never {
  throw new Error('a place in the input is not known')
}

/** One element of the list that begins here, whichever it is. @throws Error where another one is read beside it. */
function listAt(item: AbiFunction, begin: number, words: Map<string, Word>): Pick<Input, 'at' | 'index'> {
  const list = item.inputs.find(({ type }) => type === 'tuple[]')
  const { components } = list as { components: readonly AbiParameter[] }
  const parts = components.map(component => wordOf(component, words))
  let read: Word | null = null
  const at = (place: Word) => {
    if (isKnown(place)) return any(`input at ${place.value}`)
    const [part, number] = place.op === 'add' && isKnown(place.args[1]) ? place.args : [place, zero]
    const index = (Number(number?.value) - begin) / 32
    read ??= elementOf(part as Word, parts.length * 32)
    const word = parts[index]
    if (!word || make('mul', read, known(parts.length * 32)) !== part) return refuse()
    return word
  }
  return { at, index: () => read }
}

function elementOf({ args, op }: Word, size: number): Word {
  const [a, b] = args
  if (op === 'shl' && isKnown(a) && 1n << a.value === BigInt(size)) return b as Word
  return op === 'mul' && isKnown(b) && b.value === BigInt(size) ? (a as Word) : refuse()
}

/** null for what is in its place itself. */
function tailOf(parameter: AbiParameter): Word[] | null {
  const { name, type } = parameter
  if (type === 'bytes') return [known(signatureSize), ...[0, 1, 2].map(part => any(`${name} ${part}`))]
  if (type !== 'tuple[]') return null
  return [any(listLength)]
}

function wordOf({ name = '', type }: AbiParameter, words: Map<string, Word>): Word {
  const size = type === 'address' ? 160 : type === 'bool' ? 1 : Number(/^uint(\d+)$/.exec(type)?.[1] ?? 256)
  const word = size === 256 ? any(name) : bits(any(name), 0, size)
  words.set(name, word)
  return word
}
