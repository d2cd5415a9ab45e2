import { connect } from './http.ts'
import { median } from './measure.ts'

export type Readers = AsyncDisposable & {
  /** The median of their answers in milliseconds; null without readers. */
  typicalMs(): number | null
}

export function startReaders(origin: string, count: number): Readers {
  const client = connect(origin, Math.max(count, 1))
  const times: number[] = []
  let isOver = false
  async function read(): Promise<void> {
    while (!isOver) {
      const began = performance.now()
      await client.ask({ method: 'GET', path: '/api/quests' })
      times.push(performance.now() - began)
    }
  }
  const reading = Promise.all(Array.from({ length: count }, read))
  return {
    typicalMs: () => (times.length === 0 ? null : median(times)),
    async [Symbol.asyncDispose]() {
      isOver = true
      await reading
      await client[Symbol.asyncDispose]()
    },
  }
}
