import packageJson from '../../package.json' with { type: 'json' }

declare global {
  /** The commit that was built, if it was known: server/vite.config.ts writes it in. */
  var furrowCommit: string | null | undefined
}

export const version = packageJson.version
export const commit: string | null = globalThis.furrowCommit ?? null
