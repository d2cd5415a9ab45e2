import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Models } from './models.ts'
import { isTruth } from './settable.ts'
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

  /** The processor's time that the solver took, in seconds; 0 where the system does not tell. */
  used(): number {
    try {
      const [, fields = ''] = readFileSync(`/proc/${this.#z3.pid}/stat`, 'utf8').split(') ')
      const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
      return (user + system) / 100
    } catch {
      return 0
    }
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

/** Two addresses may be one: who asks for the code of one speaks of all. */
const anyCode = -2

/** The names in a word, hashes among them. */
export function unknowns(word: Word): ReadonlySet<number> {
  const before = unknownsOf.get(word.id)
  if (before !== undefined) return before
  const found = new Set<number>()
  if (word.op === 'any' || word.op === 'keccak') found.add(word.id)
  else for (const part of word.args) for (const one of unknowns(part)) found.add(one)
  if (isAnyFunction(word)) found.add(anyProduct)
  if (word.op === 'code') found.add(anyCode)
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
    '(declare-fun code ((_ BitVec 256)) (_ BitVec 256))',
  ]
  const written = new Set<number>()
  const write = (word: Word): void => {
    if (written.has(word.id) || isKnown(word)) return
    written.add(word.id)
    for (const part of word.op === 'keccak' ? [] : word.args) write(part)
    const isName = word.op === 'any' || word.op === 'keccak'
    if (isName || word.op === 'code') names.push(nameOf(word))
    if (isName) lines.push(`(declare-const ${nameOf(word)} (_ BitVec 256))`)
    else if (isTruth(word))
      lines.push(
        `(define-fun t${word.id} () Bool ${truthText(word)})`,
        `(define-fun ${nameOf(word)} () (_ BitVec 256) (ite t${word.id} ${literal(1n)} ${literal(0n)}))`,
      )
    else lines.push(`(define-fun ${nameOf(word)} () (_ BitVec 256) ${textOf(word)})`)
  }
  for (const condition of conditions) {
    write(condition)
    lines.push(`(assert ${truthOf(condition)})`)
  }
  return { text: `${lines.join('\n')}\n`, names }
}

function nameOf(word: Word): string {
  return isKnown(word) ? literal(word.value) : `w${word.id}`
}

function literal(value: bigint): string {
  return `#x${value.toString(16).padStart(64, '0')}`
}

/** Any function that is right for none and one. Factors about the same unknowns stand on the same side, so that it is the same both ways round. */
function productOf(left: Word, right: Word): string {
  const [a, b] = (firstOf(left) <= firstOf(right) ? [left, right] : [right, left]).map(nameOf)
  const [none, single] = [literal(0n), literal(1n)]
  const many = `(ite (= ${a} ${single}) ${b} (ite (= ${b} ${single}) ${a} (product ${a} ${b})))`
  return `(ite (or (= ${a} ${none}) (= ${b} ${none})) ${none} ${many})`
}

const firstOf = (word: Word) => Math.min(...unknowns(word))

/** Whether a word is another one than zero. */
function truthOf(word: Word): string {
  if (isKnown(word)) return String(word.value !== 0n)
  const isNamed = word.op === 'any' || word.op === 'keccak' || !isTruth(word)
  return isNamed ? `(distinct ${nameOf(word)} ${literal(0n)})` : `t${word.id}`
}

const connectives: Readonly<Record<string, string>> = { and: 'and', or: 'or', xor: 'xor' }

/** Truths as such, which the solver does not have to take for numbers. */
function truthText(word: Word): string {
  const { args, op } = word
  const [a, b, c] = args as readonly [Word, Word, Word]
  if (op === 'iszero') return `(not ${truthOf(a)})`
  if (op === 'eq') return `(= ${nameOf(a)} ${nameOf(b)})`
  if (op === 'lt') return `(bvult ${nameOf(a)} ${nameOf(b)})`
  if (op === 'slt') return `(bvslt ${nameOf(a)} ${nameOf(b)})`
  if (op === 'ite') return `(ite ${truthOf(a)} ${truthOf(b)} ${truthOf(c)})`
  const connective = connectives[op]
  if (connective && args.every(isTruth)) return `(${connective} ${truthOf(a)} ${truthOf(b)})`
  return `(distinct ${textOf(word)} ${literal(0n)})`
}

function textOf({ args, op }: Word): string {
  const [a = '', b = '', c = ''] = args.map(nameOf)
  const [condition, second] = args
  if (op === 'ite') return `(ite ${truthOf(condition as Word)} ${b} ${c})`
  if (op === 'not') return `(bvnot ${a})`
  if (op === 'shl') return `(bvshl ${b} ${a})`
  if (op === 'shr') return `(bvlshr ${b} ${a})`
  if (op === 'mul' && condition && second)
    return isKnown(second) ? `(bvmul ${a} ${b})` : productOf(condition, second)
  if (op === 'code') return `(code ${a})`
  if (op === 'div') return `(quotient ${a} ${b})`
  if (op === 'mod') return `(rest ${a} ${b})`
  const operator = operators[op]
  if (operator === undefined) throw new Error(`there is no way to write ${op}`)
  return `(${operator} ${a} ${b})`
}
