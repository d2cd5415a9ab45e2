import { defineConfig } from 'vitest/config'
import { keepInMemory } from './scripts/in-memory.ts'
import { RetryReporter, retry } from './scripts/retry-reporter.ts'
import { SkipReporter } from './scripts/skip-reporter.ts'

keepInMemory()

/** The tests in a browser: a run of their own, so that `npm test` needs none. `--mode screenshots` takes pictures instead. */
export default defineConfig(({ mode }) => ({
  test: {
    reporters: ['default', new SkipReporter(), new RetryReporter()],
    include: [mode === 'screenshots' ? 'web/e2e/screenshots.ts' : 'web/e2e/**/*.test.ts'],
    globalSetup: ['web/e2e/browser.ts', 'server/src/test/fresh-database.ts'],
    maxWorkers: 2,
    isolate: false,
    // Machines that run this are slow and busy: what is wrong fails by its own sentence, not by the time it took.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry,
  },
}))
