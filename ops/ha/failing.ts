import { startCluster } from './cluster.ts'

/** A database that fails over when it is told to. */
export type Failing = AsyncDisposable & {
  readonly url: string
  /** Ends the server that leads as if its machine had lost power; done once another one leads. */
  failOver(): Promise<void>
  /** The first column of what the server that leads answers. */
  ask(statement: string): Promise<readonly string[]>
}

/** A primary and a standby, promoted by hand; once. */
export async function startPair(): Promise<Failing> {
  const { url, primary, standby, [Symbol.asyncDispose]: dispose } = await startCluster()
  return {
    url,
    async failOver() {
      await primary.kill()
      await standby.promote()
    },
    ask: async statement => (await standby.ask(statement)).split('\n'),
    [Symbol.asyncDispose]: dispose,
  }
}
