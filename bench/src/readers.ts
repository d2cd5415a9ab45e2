import { connect } from './http.ts'

/** So many who ask for the board again and again, until they are disposed of. */
export function startReaders(origin: string, count: number): AsyncDisposable {
  const client = connect(origin, Math.max(count, 1))
  let isOver = false
  async function read(): Promise<void> {
    while (!isOver) await client.ask({ method: 'GET', path: '/api/quests' })
  }
  const reading = Promise.all(Array.from({ length: count }, read))
  return {
    async [Symbol.asyncDispose]() {
      isOver = true
      await reading
      await client[Symbol.asyncDispose]()
    },
  }
}
