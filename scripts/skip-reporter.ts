import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node'

const allowedSkips = fileURLToPath(new URL('../.ci/allowed-skips', import.meta.url))

/**
 * Lists skipped tests: a test that does not run protects nothing. With FAIL_ON_SKIPS=1, as `.ci/run` sets it, the run
 * fails, except for files that `.ci/allowed-skips` names with a reason.
 */
export class SkipReporter implements Reporter {
  #vitest: Vitest | undefined
  readonly #allowed: string

  constructor(allowed: string = allowedSkips) {
    this.#allowed = allowed
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: TestRunEndReason): void {
    // A filter by test name skips the others on purpose.
    if (this.#vitest?.config.testNamePattern !== undefined || reason === 'interrupted') return
    const reasons = readAllowed(this.#allowed)
    let refused = 0
    for (const module of modules) {
      const skipped = [...module.children.allTests('skipped')]
      const [first] = skipped
      if (first === undefined) continue
      const file = module.relativeModuleId
      const what = first.parent.type === 'suite' ? first.parent.fullName : first.name
      console.error(`${skipped.length} skipped in ${file}: ${reasons.get(file) ?? what}`)
      if (!reasons.has(file)) refused += skipped.length
    }
    if (refused === 0 || process.env.FAIL_ON_SKIPS !== '1') return
    console.error(
      `${refused} tests did not run, and ${this.#allowed} does not say that this machine cannot run them.`,
    )
    process.exitCode = 1
  }
}

/** Lines of `<file>: <reason>`. */
function readAllowed(file: string): ReadonlyMap<string, string> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return new Map(
    lines
      .filter(line => line.trim() !== '' && !line.startsWith('#'))
      .map(line => {
        const [name, reason] = line.split(/:\s+(.*)/)
        if (!name || !reason) throw new Error(`${file} must give a reason: ${line}`)
        return [name, reason]
      }),
  )
}
