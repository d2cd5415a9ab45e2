import { Client } from 'pg'
import { hostOf, runPgbouncer } from '../../server/test/run-pgbouncer.ts'
import { connect } from './http.ts'
import { compare, forever, measure } from './measure.ts'
import { gather, type Person } from './people.ts'
import { changeProfile } from './people-work.ts'
import { accept, approve, post, submit } from './quest-work.ts'
import { cpuOf } from './scale/cpu.ts'
import { type Server, startService } from './servers.ts'
import { rounds, writeSeconds } from './settings.ts'
import type { OpenStore } from './store.ts'

/** The connections that PgBouncer takes by the file of ops/; the service has ten of them. */
const clients = 1_000
const ofService = 10
/** So often all others ask for something, so that none of them is only a socket. */
const everyMs = 10_000

type Rates = Readonly<Record<string, number>>

/** The price of PgBouncer in transaction mode with a thousand connections, in turn with a service that has none before it. */
export async function measurePooler(openStore: OpenStore): Promise<void> {
  await using store = await openStore()
  const url = new URL(store.env.DATABASE_URL ?? '')
  const { username, password, pathname } = url
  const login = `user=${username}${password && ` password=${decodeURIComponent(password)}`}`
  const pooler = await runPgbouncer({
    furrow: `${pathname.slice(1)} = ${hostOf(url.href)} ${login}`,
    auth_type: 'auth_type = any',
    auth_file: '',
  })
  try {
    url.host = `127.0.0.1:${pooler.port}`
    await pooler.untilReady(url.href)
    const env = { ...store.env, OVERLOAD_MS: '0' }
    await using direct = await startService(env)
    await using pooled = await startService({
      ...env,
      DATABASE_URL: url.href,
      DATABASE_POOLER: 'transaction',
    })
    await using others = await openOthers(url.href)
    await compareBoth(direct, pooled, pooler.pid, others)
  } finally {
    await pooler.stop()
  }
}

type Others = AsyncDisposable & { asked(): number }

async function openOthers(connectionString: string): Promise<Others> {
  const all: Client[] = []
  // A few at a time: the listening socket has a short queue.
  while (all.length < clients - ofService) {
    const some = Array.from({ length: 10 }, () => new Client({ connectionString }))
    await Promise.all(some.map(client => client.connect()))
    all.push(...some)
  }
  let asked = 0
  const ask = async () => {
    await (all[asked++ % all.length] as Client).query('select 1')
  }
  for (const _ of all) await ask()
  const timer = setInterval(() => void ask(), everyMs / all.length)
  return {
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await Promise.all(all.map(client => client.end()))
    },
  }
}

async function compareBoth(direct: Server, pooled: Server, pid: number, others: Others): Promise<void> {
  await using client = connect(direct.origin, 32)
  const people = await gather(client)
  for (const server of [direct, pooled]) await work(server, people, 32)
  for (const lanes of [1, 32]) {
    const measured: [Rates, Rates][] = []
    const before = { cpu: await cpuOf([pid]), asked: others.asked() }
    for (let round = 0; round < rounds; round++)
      measured.push([await work(pooled, people, lanes), await work(direct, people, lanes)])
    console.log(
      `  through PgBouncer with ${clients} connections, ${lanes} requests at once, in turn with none`,
    )
    for (const name of Object.keys(measured[0]?.[0] ?? {})) {
      const { ratio, ours, theirs } = compare(
        measured.map(([ours, theirs]) => [ours[name] as number, theirs[name] as number]),
      )
      console.log(`    ${name.padEnd(12)} ${ratio}  (${ours} and ${theirs} a second)`)
    }
    const cpu = (await cpuOf([pid])) - before.cpu
    console.log(
      `    PgBouncer: ${Math.round(cpu)} ms of CPU; the others asked ${others.asked() - before.asked} times`,
    )
  }
}

/** Each step leaves the input of the next one. */
async function work({ origin }: Server, people: readonly Person[], lanes: number): Promise<Rates> {
  await using client = connect(origin, 32)
  const load = { client, people, lanes, seconds: writeSeconds }
  const posted = await post(load)
  const accepted = await accept(load, posted.done)
  const submitted = await submit(load, accepted.done)
  const approved = await approve(load, submitted.done)
  // Somebody else each time: no answer is one that was kept.
  const read = () => client.ask({ method: 'GET', path: `/api/reputation?address=${stranger()}` })
  return {
    post: posted.perSecond,
    accept: accepted.perSecond,
    submit: submitted.perSecond,
    approve: approved.perSecond,
    'PUT profile': (await changeProfile(load)).perSecond,
    'GET reputation': (await measure(lanes, writeSeconds, forever(read))).perSecond,
  }
}

let strangers = 0
function stranger(): string {
  return `0x${String(strangers++).padStart(40, '0')}`
}
