import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { keepInMemory } from './scripts/in-memory.ts'
import { LongestFirst } from './scripts/longest-first.ts'
import { RetryReporter, retry } from './scripts/retry-reporter.ts'
import { SkipReporter } from './scripts/skip-reporter.ts'
import { messages } from './web/messages.ts'

// What Node made of packages is kept, from one worker to the next and for the processes that tests start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')
// Numbers and days are written as the reader's machine has it: as one in English, for everybody who runs the tests.
if (new Intl.NumberFormat().resolvedOptions().locale !== 'en-US') {
  for (const name of Object.keys(process.env)) if (/^LC_|^LANGUAGE$/.test(name)) delete process.env[name]
  process.env.LANG = 'en_US.UTF-8'
}

keepInMemory()

export default defineConfig({
  plugins: [messages()],
  test: {
    reporters: ['default', new SkipReporter(), new RetryReporter()],
    globalSetup: ['server/test/built-server.ts', 'server/test/fresh-database.ts'],
    setupFiles: ['server/test/end-of-file.ts'],
    include: [
      'sdk/src/**/*.test.ts',
      'storage/src/**/*.test.ts',
      'server/src/**/*.test.ts',
      'web/src/**/*.test.ts',
      'web/docs/*.test.ts',
      'contracts/test/**/*.test.ts',
      'mcp/src/*.test.ts',
      'cli/src/*.test.ts',
      'scripts/*.test.ts',
    ],
    // Much of a test is waiting: for a disk, a chain, another process. The default on two cores is one worker.
    maxWorkers: 3,
    // A worker goes on to the next file with what it has loaded: a third of the time. What tests change they put back.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Machines that run this are slow and busy: what is wrong fails by its own sentence, not by the time it took.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry,
  },
})
