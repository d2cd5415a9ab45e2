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
  | 'code'
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

export type Known = Word & { readonly value: bigint }

export const most = (1n << 256n) - 1n
const all = new Map<string, Word>()

/** The word as it is said, which nothing makes simpler. */
export function intern(op: Op, args: readonly Word[], more: { value?: bigint; name?: string } = {}): Word {
  const key = `${op} ${more.value ?? more.name ?? ''} ${args.map(({ id }) => id).join()}`
  const known = all.get(key)
  if (known !== undefined) return known
  const made = { id: all.size, op, args, ...more }
  all.set(key, made)
  return made
}

export const known = (value: bigint | number): Known =>
  intern('known', [], { value: BigInt(value) & most }) as Known
export const any = (name: string): Word => intern('any', [], { name })
export const zero = known(0)
export const one = known(1)

/** The hash of words that lie one after the other, which stays a name: two hashes are one only where what is hashed is. */
export function hash(args: readonly Word[], length = args.length * 32): Word {
  return intern('keccak', args, { name: String(length) })
}

/** Whether there is code at an address, in any number but zero: the same each time, however the address was computed. */
export const codeOf = (address: Word): Word => intern('code', [address])

export function isKnown(word: Word | undefined): word is Known {
  return word?.value !== undefined
}

const signed = (value: bigint) => BigInt.asIntN(256, value)

/** How the machine computes. A shift has the number of bits first, as on the machine's stack. */
export const computed: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
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
