import type { Reporter, TestModule } from 'vitest/node'

/**
 * A machine that others share lets a run wait at the wrong moment: what fails is tried once more, and what is wrong fails
 * twice. A history that a property test found is not: another seed would hide it.
 */
export const retry = { count: 1, condition: /^(?!Property failed)/ }

/** Says which tests passed only when they were tried again, and what they had said before: each is to be looked at. */
export class RetryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const test of module.children.allTests('passed')) {
        if (!test.diagnostic()?.flaky) continue
        const said = test.result().errors?.[0]?.message.split('\n', 1)[0] ?? ''
        console.error(`passed at the second try: ${module.relativeModuleId} > ${test.fullName}: ${said}`)
      }
  }
}
