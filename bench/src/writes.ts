import { connect } from './http.ts'
import { compare, median } from './measure.ts'
import { memoryOf } from './memory.ts'
import { gather } from './people.ts'
import { changeProfile, sendMail } from './people-work.ts'
import { accept, approve, type Load, post, submit } from './quest-work.ts'
import { startReaders } from './readers.ts'
import { startService } from './servers.ts'
import { rounds, writeSeconds } from './settings.ts'
import { furrowDoor, measureSignIn } from './sign-in.ts'
import type { OpenStore, Store } from './store.ts'

const readers = 8
const settings = [1, 32].flatMap(lanes => [0, readers].map(readers => ({ lanes, readers })))
type Rates = Readonly<Record<string, number>>
type Measured = { readonly inserts: number; readonly rates: Rates; readonly boardMs: number | null }

/** The cost of each write in commits: ratios to the engine's own inserts a second, in the same run. */
export async function measureWrites(openStore: OpenStore): Promise<void> {
  await using store = await openStore()
  await using service = await startService(store.env)
  await using client = connect(service.origin, 32)
  const people = await gather(client)
  const load = { client, people, seconds: writeSeconds }
  await writeEverything({ ...load, lanes: 32 })

  const measured = settings.map(() => [] as Measured[])
  for (let round = 0; round < rounds; round++)
    for (const [index, { lanes, readers }] of settings.entries()) {
      const inserts = await store.insertRate(lanes, writeSeconds)
      await using reading = startReaders(service.origin, readers)
      const rates = await writeEverything({ ...load, lanes })
      measured[index]?.push({ inserts, rates, boardMs: reading.typicalMs() })
    }
  for (const [index, { lanes, readers }] of settings.entries())
    print(store, lanes, readers, measured[index] ?? [])
  console.log(`  ${await memoryOf(service)} after the load`)
}

/** Each step leaves the input of the next one. */
async function writeEverything(load: Load): Promise<Rates> {
  const posted = await post(load)
  const accepted = await accept(load, posted.done)
  const submitted = await submit(load, accepted.done)
  const approved = await approve(load, submitted.done)
  const { client, people, lanes, seconds } = load
  const accounts = people.map(({ account }) => account)
  return {
    post: posted.perSecond,
    accept: accepted.perSecond,
    submit: submitted.perSecond,
    approve: approved.perSecond,
    'POST mail': (await sendMail(load)).perSecond,
    'PUT profile': (await changeProfile(load)).perSecond,
    'sign-in': (await measureSignIn(furrowDoor(client), accounts, lanes, seconds)).perSecond,
  }
}

function print({ engine }: Store, lanes: number, readers: number, measured: readonly Measured[]): void {
  const boardMs = median(measured.map(({ boardMs }) => boardMs ?? 0))
  const beside =
    readers === 0 ? 'alone' : `beside ${readers} readers of the board (p50 ${boardMs.toFixed(1)} ms)`
  console.log(`  writes, ${lanes} at once, ${beside}, and the ratio to durable inserts of ${engine} itself`)
  for (const name of Object.keys(measured[0]?.rates ?? {})) {
    const { ratio, ours, theirs } = compare(
      measured.map(({ rates, inserts }) => [rates[name] as number, inserts]),
    )
    console.log(`    ${name.padEnd(12)} ${ratio}  (${ours} and ${theirs} a second)`)
  }
}
