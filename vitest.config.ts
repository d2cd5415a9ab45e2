import { defineConfig } from 'vitest/config'
import { SkipReporter } from './scripts/skip-reporter.ts'

export default defineConfig({
  test: {
    reporters: ['default', new SkipReporter()],
    globalSetup: 'server/src/test/fresh-database.ts',
    include: [
      'sdk/src/**/*.test.ts',
      'server/src/**/*.test.ts',
      'web/src/**/*.test.ts',
      'contracts/test/**/*.test.ts',
      'scripts/*.test.ts',
    ],
    // Much of a test is waiting: for a disk, a chain, another process. The default on two cores is one worker.
    maxWorkers: 2,
    // Machines that run this are slow and busy: what is wrong fails by its own sentence, not by the time it took.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
