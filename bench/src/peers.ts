import { existsSync } from 'node:fs'
import type { PrivateKeyAccount } from 'viem/accounts'
import { betterAuthDoor } from './better-auth.ts'
import { createDatabase } from './database.ts'
import { type Client, connect } from './http.ts'
import { compare } from './measure.ts'
import { createObjects, type ParseLoad, signUp, updateObjects } from './parse.ts'
import { fillReads, measureReads, type Read, readAims } from './peer-reads.ts'
import { gather, type Person } from './people.ts'
import { changeProfile } from './people-work.ts'
import { accept, approve, post, submit } from './quest-work.ts'
import { startPeer, startService } from './servers.ts'
import { rounds, seconds } from './settings.ts'
import { domain, furrowDoor, measureSignIn } from './sign-in.ts'
import type { OpenStore } from './store.ts'

/**
 * One request after the other, and many at once; the peer both without a signed-in user, which is less work than ours,
 * and with one.
 */
const runs = [
  { lanes: 32, isSignedIn: false },
  { lanes: 32, isSignedIn: true },
  { lanes: 1, isSignedIn: false },
  { lanes: 1, isSignedIn: true },
] as const
type Run = (typeof runs)[number]

/** The counterpart of each of our operations, and how many times as fast ours is to be. */
const aims = {
  post: { peer: 'a create of Parse Server', aim: '2, better 4' },
  accept: { peer: 'an update of Parse Server', aim: '1' },
  approve: { peer: 'an update of Parse Server', aim: '0.6' },
  'PUT profile': { peer: 'an update of Parse Server', aim: '1.5' },
  'sign-in': { peer: 'a sign-in of better-auth', aim: '6' },
  ...readAims,
}
type Pair = readonly [ours: number, theirs: number]
type Round = Readonly<Record<keyof typeof aims, Pair>>

/** Ratios to common alternatives on the same server, measured in turn with ours. */
export async function measurePeers(openStore: OpenStore, server: string): Promise<void> {
  if (!existsSync(new URL('../peers/node_modules', import.meta.url))) {
    console.log('  peers: not installed; "npm ci --prefix bench/peers" does that')
    return
  }
  await using store = await openStore()
  await using parseDatabase = await createDatabase(server, 'bench_parse')
  await using authDatabase = await createDatabase(server, 'bench_better_auth')
  // A busy machine must not make it refuse requests.
  await using service = await startService({ ...store.env, OVERLOAD_MS: '0' })
  await using parseServer = await startPeer('parse', {
    DATABASE_URL: parseDatabase.url,
    // Read while it is loaded, before any option: it would make a folder where the bench was started.
    PARSE_SERVER_LOGS_FOLDER: 'null',
  })
  await using authServer = await startPeer('better-auth', {
    DATABASE_URL: authDatabase.url,
    SIWE_DOMAIN: domain,
  })
  const origins = [service.origin, parseServer.origin, authServer.origin] as const
  await using filling = connect(service.origin, 32)
  const people = await gather(filling)
  const read = await fillReads(filling, people)
  for (const one of runs) print(one, await measureRun(one, origins, people, read))
}

async function measureRun(
  { lanes, isSignedIn }: Run,
  [ours, parsers, auths]: readonly [string, string, string],
  people: readonly Person[],
  read: Read,
): Promise<Round[]> {
  await using client = connect(ours, lanes)
  await using parse = connect(parsers, lanes)
  await using auth = connect(auths, lanes)
  const load = { client, people, lanes, seconds: seconds / 2 }
  const session = isSignedIn ? await signUp(parse) : null
  const theirs = { client: parse, lanes, seconds: seconds / 2, session }
  const run = () => measureRound(load, theirs, auth, read)
  await run()
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) measured.push(await run())
  return measured
}

type Load = {
  readonly client: Client
  readonly people: readonly Person[]
  readonly lanes: number
  readonly seconds: number
}

async function measureRound(load: Load, theirs: ParseLoad, auth: Client, read: Read): Promise<Round> {
  const { client, lanes, people } = load
  const accounts: readonly PrivateKeyAccount[] = people.map(({ account }) => account)

  const posted = await post(load)
  const created = await createObjects(theirs)
  const update = async () => (await updateObjects(theirs, created.done)).perSecond
  const accepted = await accept(load, posted.done)
  const besideAccept = await update()
  const submitted = await submit(load, accepted.done)
  const approved = await approve(load, submitted.done)
  const besideApprove = await update()
  const changed = await changeProfile(load)
  const besideProfile = await update()
  const signedIn = await measureSignIn(furrowDoor(client), accounts, lanes, seconds)
  const theirSignIn = await measureSignIn(betterAuthDoor(auth), accounts, lanes, seconds)
  const quests = posted.done.map(({ id }) => id)
  const reads = await measureReads(theirs, load, read, quests, created.done)
  return {
    ...reads,
    post: [posted.perSecond, created.perSecond],
    accept: [accepted.perSecond, besideAccept],
    approve: [approved.perSecond, besideApprove],
    'PUT profile': [changed.perSecond, besideProfile],
    'sign-in': [signedIn.perSecond, theirSignIn.perSecond],
  }
}

function print({ lanes, isSignedIn }: Run, measured: readonly Round[]): void {
  const who = isSignedIn ? 'with somebody signed in' : 'with nobody signed in (anonymous)'
  console.log(`  beside peers on the same server, ${lanes} at once, in turn; Parse Server ${who}`)
  for (const [name, { peer, aim }] of Object.entries(aims)) {
    const { ratio, ours, theirs } = compare(measured.map(round => round[name as keyof typeof aims]))
    console.log(`    ${name.padEnd(12)} ${ratio} of ${peer}  (${ours} and ${theirs} a second; aim ${aim})`)
  }
}
