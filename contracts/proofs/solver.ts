import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { Models } from './models.ts'
import { isKnown, type Word } from './words.ts'

const operators: Readonly<Record<string, string>> = {
  add: 'bvadd',
  sub: 'bvsub',
  and: 'bvand',
  or: 'bvor',
  xor: 'bvxor',
}

/** z3 behind a pipe. Products and quotients of two unknown words are any function of them, which is the same each time. */
export class Solver {
  readonly #z3: ChildProcessWithoutNullStreams
  readonly #known = new Map<string, boolean>()
  readonly #models = new Models()
  #said = ''
  #heard: (() => void) | null = null
  asked = 0

  constructor() {
    this.#z3 = spawn('z3', ['-in', '-smt2'])
    this.#z3.stdout.on('data', chunk => {
      this.#said += chunk
      if (this.#said.includes('over\n')) this.#heard?.()
    })
  }

  close(): void {
    this.#z3.stdin.end()
  }

  /**
   * Whether this can be true where the others are, which can be true at once. Only those are asked for that speak of the same
   * unknowns, since the others neither help nor hinder.
   */
  canAlso(path: readonly Word[], condition: Word): Promise<boolean> {
    return this.canBe([...aboutTheSame(path, condition), condition])
  }

  /** Whether all of these can be true at once. @throws Error where the solver does not know. */
  async canBe(conditions: readonly Word[]): Promise<boolean> {
    const needed = [...new Set(conditions)].filter(one => !isKnown(one) || one.value === 0n)
    if (needed.some(isKnown)) return false
    const key = needed
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
      .join()
    const before = this.#known.get(key)
    if (before !== undefined) return before
    const can = this.#models.show(needed) || (await this.#ask(needed))
    this.#known.set(key, can)
    return can
  }

  async #ask(conditions: readonly Word[]): Promise<boolean> {
    const { names, text } = scriptOf(conditions)
    const values = names.length === 0 ? '' : `(get-value (${names.join(' ')}))`
    // Mostly the first way is the faster one by far, and now and then it finds nothing.
    let said = await this.#say(text, `(check-sat-using (try-for smt 20000))\n${values}`)
    if (said.startsWith('unknown')) said = await this.#say(text, `(check-sat)\n${values}`)
    const [answer] = said.split('\n')
    if (answer !== 'sat' && answer !== 'unsat') throw new Error(`z3 says ${answer}`)
    const found = said.matchAll(/\((w\d+) #x([0-9a-f]+)\)/g)
    if (answer === 'sat')
      this.#models.keep(new Map([...found].map(([, name = '', value]) => [name, BigInt(`0x${value}`)])))
    return answer === 'sat'
  }

  async #say(script: string, question: string): Promise<string> {
    this.asked++
    this.#said = ''
    const heard = new Promise<void>(resolve => {
      this.#heard = resolve
    })
    this.#z3.stdin.write(
      `(reset)\n(set-option :timeout 60000)\n(set-logic QF_UFBV)\n${script}${question}\n(echo "over")\n`,
    )
    await heard
    return this.#said.replace(/over\n$/, '').trim()
  }
}

const unknownsOf = new Map<number, ReadonlySet<number>>()

/** Products and quotients of unknowns are one function for all: who speaks of one speaks of all. */
const anyProduct = -1

/** The names in a word, hashes among them. */
function unknowns(word: Word): ReadonlySet<number> {
  const before = unknownsOf.get(word.id)
  if (before !== undefined) return before
  const found = new Set<number>()
  if (word.op === 'any' || word.op === 'keccak') found.add(word.id)
  else for (const part of word.args) for (const one of unknowns(part)) found.add(one)
  if (isAnyFunction(word)) found.add(anyProduct)
  unknownsOf.set(word.id, found)
  return found
}

function isAnyFunction({ args: [, second], op }: Word): boolean {
  return op === 'div' || op === 'mod' || (op === 'mul' && second !== undefined && !isKnown(second))
}

function aboutTheSame(path: readonly Word[], condition: Word): readonly Word[] {
  const reached = new Set(unknowns(condition))
  const kept = new Set<Word>()
  for (let size = -1; size < kept.size; ) {
    size = kept.size
    for (const one of path)
      if (!kept.has(one) && [...unknowns(one)].some(name => reached.has(name))) {
        kept.add(one)
        for (const name of unknowns(one)) reached.add(name)
      }
  }
  return path.filter(one => kept.has(one))
}

/** The questions as the solver takes them, and the names in them. */
function scriptOf(conditions: readonly Word[]): { text: string; names: string[] } {
  const names: string[] = []
  const lines = [
    '(declare-fun product ((_ BitVec 256) (_ BitVec 256)) (_ BitVec 256))',
    '(declare-fun quotient ((_ BitVec 256) (_ BitVec 256)) (_ BitVec 256))',
    '(declare-fun rest ((_ BitVec 256) (_ BitVec 256)) (_ BitVec 256))',
  ]
  const written = new Set<number>()
  const write = (word: Word): void => {
    if (written.has(word.id) || isKnown(word)) return
    written.add(word.id)
    for (const part of word.op === 'keccak' ? [] : word.args) write(part)
    const isName = word.op === 'any' || word.op === 'keccak'
    if (isName) names.push(nameOf(word))
    lines.push(
      isName
        ? `(declare-const ${nameOf(word)} (_ BitVec 256))`
        : `(define-fun ${nameOf(word)} () (_ BitVec 256) ${textOf(word)})`,
    )
  }
  for (const condition of conditions) {
    write(condition)
    lines.push(`(assert (distinct ${nameOf(condition)} ${literal(0n)}))`)
  }
  return { text: `${lines.join('\n')}\n`, names }
}

function nameOf(word: Word): string {
  return isKnown(word) ? literal(word.value) : `w${word.id}`
}

function literal(value: bigint): string {
  return `#x${value.toString(16).padStart(64, '0')}`
}

/** Any function that is the same both ways round, and right for none and one. */
function productOf(a: string, b: string): string {
  const [none, single] = [literal(0n), literal(1n)]
  const ordered = `(ite (bvult ${a} ${b}) (product ${a} ${b}) (product ${b} ${a}))`
  const many = `(ite (= ${a} ${single}) ${b} (ite (= ${b} ${single}) ${a} ${ordered}))`
  return `(ite (or (= ${a} ${none}) (= ${b} ${none})) ${none} ${many})`
}

function textOf({ args, op }: Word): string {
  const [a = '', b = '', c = ''] = args.map(nameOf)
  const second = args[1]
  const truth = (text: string) => `(ite ${text} ${literal(1n)} ${literal(0n)})`
  if (op === 'ite') return `(ite (distinct ${a} ${literal(0n)}) ${b} ${c})`
  if (op === 'iszero') return truth(`(= ${a} ${literal(0n)})`)
  if (op === 'not') return `(bvnot ${a})`
  if (op === 'eq') return truth(`(= ${a} ${b})`)
  if (op === 'lt') return truth(`(bvult ${a} ${b})`)
  if (op === 'slt') return truth(`(bvslt ${a} ${b})`)
  if (op === 'shl') return `(bvshl ${b} ${a})`
  if (op === 'shr') return `(bvlshr ${b} ${a})`
  if (op === 'mul') return second && isKnown(second) ? `(bvmul ${a} ${b})` : productOf(a, b)
  if (op === 'div') return `(quotient ${a} ${b})`
  if (op === 'mod') return `(rest ${a} ${b})`
  const operator = operators[op]
  if (operator === undefined) throw new Error(`there is no way to write ${op}`)
  return `(${operator} ${a} ${b})`
}
