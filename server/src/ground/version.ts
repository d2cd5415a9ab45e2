import packageJson from '../../package.json' with { type: 'json' }

declare global {
  /** What was built, where that was known: server/vite.config.ts writes it in. */
  var furrowCommit: string | null | undefined
}

export const version = packageJson.version
export const commit: string | null = globalThis.furrowCommit ?? null
