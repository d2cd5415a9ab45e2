import { type AbiFunction, type AbiParameter, toFunctionSelector } from 'viem'
import { Bytes } from './bytes.ts'
import { bits } from './logic.ts'
import { any, known, type Word } from './words.ts'

/** The bytes of a call with any arguments, and the arguments by their names. */
export type Input = { readonly bytes: Bytes; readonly words: ReadonlyMap<string, Word> }

const signatureSize = 65

/** Lists have one element, and signatures the length that those of keys have. */
export function inputOf(item: AbiFunction): Input {
  const bytes = new Bytes()
  const words = new Map<string, Word>()
  const selector = BigInt(toFunctionSelector(item))
  for (let at = 0; at < 4; at++) bytes.set(at, Number((selector >> BigInt(8 * (3 - at))) & 0xffn))
  let tail = 4 + item.inputs.length * 32
  for (const [index, parameter] of item.inputs.entries()) {
    const place = 4 + index * 32
    const parts = tailOf(parameter, words)
    if (parts === null) bytes.write(place, wordOf(parameter, words))
    else {
      bytes.write(place, known(tail - 4))
      for (const part of parts) {
        bytes.write(tail, part)
        tail += 32
      }
    }
  }
  return { bytes, words }
}

/** null for what is in its place itself. */
function tailOf(parameter: AbiParameter, words: Map<string, Word>): Word[] | null {
  const { name, type } = parameter
  if (type === 'bytes') return [known(signatureSize), ...[0, 1, 2].map(part => any(`${name} ${part}`))]
  if (type !== 'tuple[]') return null
  const { components } = parameter as { components: readonly AbiParameter[] }
  return [known(1), ...components.map(component => wordOf(component, words))]
}

function wordOf({ name = '', type }: AbiParameter, words: Map<string, Word>): Word {
  const size = type === 'address' ? 160 : type === 'bool' ? 1 : Number(/^uint(\d+)$/.exec(type)?.[1] ?? 256)
  const word = size === 256 ? any(name) : bits(any(name), 0, size)
  words.set(name, word)
  return word
}
