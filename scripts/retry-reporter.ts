import type { Reporter, TestModule } from 'vitest/node'

/**
 * A shared machine may stall a run at the wrong moment: a failed test is tried twice more, and a real fault fails each time. A
 * failure found by a property test is not retried: another seed would hide it.
 */
export const retry = { count: 2, condition: /^(?!Property failed)/ }

/** Lists tests that passed only at a later try, with their first errors: each deserves a look. */
export class RetryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const test of module.children.allTests('passed')) {
        const { flaky = false, retryCount = 0 } = test.diagnostic() ?? {}
        if (!flaky) continue
        const said = test.result().errors?.[0]?.message.split('\n', 1)[0] ?? ''
        console.error(
          `passed at try ${retryCount + 1}: ${module.relativeModuleId} > ${test.fullName}: ${said}`,
        )
      }
  }
}
