import { type Asks, connect } from './http.ts'
import { compare } from './measure.ts'
import { gather } from './people.ts'
import { accept, post } from './quest-work.ts'
import { startService } from './servers.ts'
import { rounds, seconds } from './settings.ts'
import type { OpenStore } from './store.ts'

const lanes = 32
type Rates = { readonly post: number; readonly accept: number }

/**
 * Measures the gain from a second process on the same database: the same connections, spread over both, in turn with one
 * alone.
 */
export async function measureTwo(openStore: OpenStore): Promise<void> {
  await using store = await openStore()
  await using first = await startService(store.env)
  await using second = await startService(store.env)
  await using all = connect(first.origin, lanes)
  await using half = connect(first.origin, lanes / 2)
  await using otherHalf = connect(second.origin, lanes / 2)
  const both = inTurn(half, otherHalf)

  const people = await gather(all)
  const run = async (client: Asks): Promise<Rates> => {
    const load = { client, people, lanes, seconds: seconds / 2 }
    const posted = await post(load)
    return { post: posted.perSecond, accept: (await accept(load, posted.done)).perSecond }
  }
  const measured: { one: Rates; two: Rates }[] = []
  await run(both)
  for (let round = 0; round < rounds; round++) measured.push({ one: await run(all), two: await run(both) })

  console.log(`  two processes on one database, ${lanes} at once, in turn with one`)
  for (const name of ['post', 'accept'] as const) {
    const { ratio, ours, theirs } = compare(measured.map(({ one, two }) => [two[name], one[name]]))
    console.log(`    ${name.padEnd(12)} ${ratio} of one process  (${ours} and ${theirs} a second)`)
  }
}

function inTurn(...clients: readonly [Asks, Asks]): Asks {
  let turn = 0
  return { ask: request => (clients[turn++ % 2] as Asks).ask(request) }
}
