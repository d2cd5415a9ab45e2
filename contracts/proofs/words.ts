/** A word of 256 bits that is known, a name for any, or what is computed from others. Equal ones are the same object. */
export type Word = {
  readonly id: number
  readonly op: Op
  readonly args: readonly Word[]
  /** The value of a known word. */
  readonly value?: bigint
  /** The name of a free one. */
  readonly name?: string
}

export type Op =
  | 'known'
  | 'any'
  | 'keccak'
  | 'ite'
  | 'not'
  | 'iszero'
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'mod'
  | 'and'
  | 'or'
  | 'xor'
  | 'shl'
  | 'shr'
  | 'eq'
  | 'lt'
  | 'slt'
  | 'signextend'

const most = (1n << 256n) - 1n
const all = new Map<string, Word>()

function intern(op: Op, args: readonly Word[], more: { value?: bigint; name?: string } = {}): Word {
  const key = `${op} ${more.value ?? more.name ?? ''} ${args.map(({ id }) => id).join()}`
  const known = all.get(key)
  if (known !== undefined) return known
  const made = { id: all.size, op, args, ...more }
  all.set(key, made)
  return made
}

export const known = (value: bigint | number): Word => intern('known', [], { value: BigInt(value) & most })
export const any = (name: string): Word => intern('any', [], { name })
export const zero = known(0)
export const one = known(1)
const mask160 = known((1n << 160n) - 1n)

/** Any address: its upper bits are zero. */
export const anyAddress = (name: string): Word => make('and', any(name), mask160)

/** The hash of words that lie one after the other, which stays a name: two hashes are one only where what is hashed is. */
export function hash(args: readonly Word[], length = args.length * 32): Word {
  return intern('keccak', args, { name: String(length) })
}

export function isKnown(word: Word): word is Word & { readonly value: bigint } {
  return word.value !== undefined
}

const signed = (value: bigint) => BigInt.asIntN(256, value)

const computed: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  iszero: a => (a === 0n ? 1n : 0n),
  not: a => most ^ a,
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => (b === 0n ? 0n : a / b),
  mod: (a, b) => (b === 0n ? 0n : a % b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  shl: (bits, a) => (bits > 255n ? 0n : a << bits),
  shr: (bits, a) => (bits > 255n ? 0n : a >> bits),
  eq: (a, b) => (a === b ? 1n : 0n),
  lt: (a, b) => (a < b ? 1n : 0n),
  slt: (a, b) => (signed(a) < signed(b) ? 1n : 0n),
  signextend: (bytes, a) => (bytes > 30n ? a : BigInt.asIntN(Number(bytes) * 8 + 8, a)),
}

/** Computes as the machine does, as far as the words are known. */
export function make(op: Exclude<Op, 'known' | 'any' | 'keccak'>, ...args: readonly Word[]): Word {
  const [a, b] = args as readonly [Word, Word]
  if (op === 'ite') {
    const [condition, yes, no] = args as readonly [Word, Word, Word]
    if (yes === no) return yes
    return isKnown(condition) ? (condition.value === 0n ? no : yes) : intern('ite', args)
  }
  if (args.every(isKnown)) return known(computed[op]?.(a.value ?? 0n, b?.value ?? 0n) ?? 0n)
  return simpler(op, a, b) ?? intern(op, args)
}

/** Only what makes the words of this contract the same ones again: masks over masks, and nothing added. */
function simpler(op: Op, a: Word, b: Word): Word | null {
  if (op === 'and' || op === 'or' || op === 'add' || op === 'mul' || op === 'eq') {
    // The known one is the second.
    if (isKnown(a)) return make(op, b, a)
  }
  if (op === 'and' && isKnown(b)) {
    if (b.value === 0n) return zero
    if (b.value === most) return a
    const [inner, mask] = a.args
    if (a.op === 'and' && inner && mask && isKnown(mask))
      return make('and', inner, known(mask.value & b.value))
  }
  if ((op === 'or' || op === 'add' || op === 'sub') && isKnown(b) && b.value === 0n) return a
  if ((op === 'shl' || op === 'shr') && isKnown(a) && a.value === 0n) return b
  if (op === 'mul' && isKnown(b) && b.value < 2n) return b.value === 0n ? zero : a
  if (op === 'div' && isKnown(b) && b.value > 0n && (b.value & (b.value - 1n)) === 0n)
    return make('shr', known(b.value.toString(2).length - 1), a)
  if (op === 'mul' && !isKnown(b) && a.id > b.id) return make('mul', b, a)
  if (op === 'iszero' && a.op === 'iszero' && isTruth(a.args[0] as Word)) return a.args[0] as Word
  if (a === b && (op === 'and' || op === 'or')) return a
  if (a === b && (op === 'sub' || op === 'xor' || op === 'lt')) return zero
  return a === b && op === 'eq' ? one : null
}

/** Zero or one. */
function isTruth({ op }: Word): boolean {
  return op === 'iszero' || op === 'eq' || op === 'lt' || op === 'slt'
}

export const not = (word: Word): Word => make('iszero', word)
export const and = (...words: readonly Word[]): Word =>
  words.length === 0 ? one : words.map(truth).reduce((left, right) => make('and', left, right))
export const or = (...words: readonly Word[]): Word =>
  words.map(truth).reduce((left, right) => make('or', left, right), zero)
export const implies = (condition: Word, then: Word): Word => or(not(condition), then)
export const same = (left: Word, right: Word): Word => make('eq', left, right)
export const atMost = (left: Word, right: Word): Word => not(make('lt', right, left))

function truth(word: Word): Word {
  return isTruth(word) || (isKnown(word) && word.value < 2n) || word.op === 'and' || word.op === 'or'
    ? word
    : not(not(word))
}

/** So many bits of a word from one on. */
export const bits = (word: Word, from: number, size: number): Word =>
  make('and', make('shr', known(from), word), known((1n << BigInt(size)) - 1n))
