import { defineConfig } from 'vitest/config'
import { keepInMemory } from './scripts/in-memory.ts'
import { RetryReporter, retry } from './scripts/retry-reporter.ts'
import { SkipReporter } from './scripts/skip-reporter.ts'

keepInMemory()

/** Runs that are looked at, and hold nothing: pictures of every page, how quick the pages are on a slow phone, and how much memory they take. */
const modes: Readonly<Record<string, readonly string[]>> = {
  screenshots: ['web/e2e/screenshots.ts'],
  speed: ['web/e2e/speed.ts', 'web/e2e/heap.ts'],
}

/** The tests in a browser: a run of their own, so that `npm test` needs none. */
export default defineConfig(({ mode }) => ({
  test: {
    reporters: ['default', new SkipReporter(), new RetryReporter()],
    include: [...(modes[mode] ?? ['web/e2e/**/*.test.ts'])],
    globalSetup: ['web/e2e/browser.ts', 'server/test/fresh-database.ts'],
    setupFiles: ['server/test/end-of-file.ts'],
    maxWorkers: 2,
    isolate: false,
    // Machines that run this are slow and busy: what is wrong fails by its own sentence, not by the time it took.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry,
  },
}))
