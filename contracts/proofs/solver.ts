import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
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
    const answer = (await this.#ask(scriptOf(needed))).trim()
    if (answer !== 'sat' && answer !== 'unsat') throw new Error(`z3 says ${answer}`)
    this.#known.set(key, answer === 'sat')
    return answer === 'sat'
  }

  async #ask(script: string): Promise<string> {
    this.asked++
    this.#said = ''
    const heard = new Promise<void>(resolve => {
      this.#heard = resolve
    })
    this.#z3.stdin.write(
      `(reset)\n(set-option :timeout 60000)\n(set-logic QF_UFBV)\n${script}(check-sat)\n(echo "over")\n`,
    )
    await heard
    return this.#said.replace(/over\n$/, '')
  }
}

function scriptOf(conditions: readonly Word[]): string {
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
    lines.push(
      word.op === 'any' || word.op === 'keccak'
        ? `(declare-const w${word.id} (_ BitVec 256))`
        : `(define-fun w${word.id} () (_ BitVec 256) ${textOf(word)})`,
    )
  }
  for (const condition of conditions) {
    write(condition)
    lines.push(`(assert (distinct ${nameOf(condition)} ${literal(0n)}))`)
  }
  return `${lines.join('\n')}\n`
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
