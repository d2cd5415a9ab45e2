import { connect } from './http.ts'

export type Latencies = {
  readonly p50: number
  readonly p99: number
  readonly max: number
  readonly refused: number
}

const every = 20

/**
 * Sends a cheap request every 20 ms, without waiting for the last answer, until it is stopped: the delay shows the other
 * work of the process.
 */
export function startProbe(origin: string): { stop(): Promise<Latencies> } {
  const client = connect(origin, 100)
  const asked: Promise<number>[] = []
  let refused = 0
  const timer = setInterval(() => {
    const began = performance.now()
    const answer = client.ask({ method: 'GET', path: '/healthz' })
    const refuse = () => {
      refused++
    }
    asked.push(answer.catch(refuse).then(() => performance.now() - began))
  }, every)
  return {
    async stop() {
      clearInterval(timer)
      const waited = (await Promise.all(asked)).sort((a, b) => a - b)
      await client[Symbol.asyncDispose]()
      const at = (share: number) => waited[Math.ceil(share * waited.length) - 1] as number
      return { p50: at(0.5), p99: at(0.99), max: at(1), refused }
    },
  }
}
