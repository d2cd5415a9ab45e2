import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['sdk/src/**/*.test.ts', 'server/src/**/*.test.ts', 'contracts/test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
