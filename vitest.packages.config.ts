import { defineConfig } from 'vitest/config'
import { keepInMemory } from './scripts/in-memory.ts'
import { RetryReporter, retry } from './scripts/retry-reporter.ts'
import { SkipReporter } from './scripts/skip-reporter.ts'

keepInMemory()

/** The packed packages, installed into an empty folder: a run of its own, since it asks the registry of npm. */
export default defineConfig({
  test: {
    reporters: ['default', new SkipReporter(), new RetryReporter()],
    include: ['scripts/packages/*.test.ts'],
    setupFiles: ['server/test/end-of-file.ts'],
    globalSetup: ['server/test/built-server.ts', 'server/test/fresh-database.ts'],
    maxWorkers: 1,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    retry,
  },
})
