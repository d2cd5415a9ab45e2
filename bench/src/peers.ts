import { existsSync } from 'node:fs'
import type { PrivateKeyAccount } from 'viem/accounts'
import { betterAuthDoor } from './better-auth.ts'
import { createDatabase } from './database.ts'
import { type Client, connect } from './http.ts'
import { compare } from './measure.ts'
import { createObjects, updateObjects } from './parse.ts'
import { fillReads, measureReads, type Read, readAims } from './peer-reads.ts'
import { gather, type Person } from './people.ts'
import { changeProfile } from './people-work.ts'
import { accept, approve, post, submit } from './quest-work.ts'
import { startPeer, startService } from './servers.ts'
import { rounds, seconds } from './settings.ts'
import { domain, furrowDoor, measureSignIn } from './sign-in.ts'
import type { OpenStore } from './store.ts'

const lanes = 32

/** What each of ours is compared with, and how many times as fast it is to be. */
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

/** Ratios to what others would run instead, on the same server, measured in turn with ours. */
export async function measurePeers(openStore: OpenStore, server: string): Promise<void> {
  if (!existsSync(new URL('../peers/node_modules', import.meta.url))) {
    console.log('  peers: not installed; "npm ci --prefix bench/peers" does that')
    return
  }
  await using store = await openStore()
  await using parseDatabase = await createDatabase(server, 'bench_parse')
  await using authDatabase = await createDatabase(server, 'bench_better_auth')
  await using service = await startService(store.env)
  await using parseServer = await startPeer('parse', {
    DATABASE_URL: parseDatabase.url,
    // Read as it is loaded, before any option: it would make a folder where the bench was started.
    PARSE_SERVER_LOGS_FOLDER: 'null',
  })
  await using authServer = await startPeer('better-auth', {
    DATABASE_URL: authDatabase.url,
    SIWE_DOMAIN: domain,
  })
  await using furrow = connect(service.origin, lanes)
  await using parse = connect(parseServer.origin, lanes)
  await using auth = connect(authServer.origin, lanes)

  const people = await gather(furrow)
  const read = await fillReads(furrow, people)
  const run = () => measureRound(furrow, parse, auth, people, read)
  await run()
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) measured.push(await run())
  print(measured)
}

async function measureRound(
  client: Client,
  parse: Client,
  auth: Client,
  people: readonly Person[],
  read: Read,
): Promise<Round> {
  const load = { client, people, lanes, seconds: seconds / 2 }
  const theirs = { client: parse, lanes, seconds: seconds / 2 }
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

function print(measured: readonly Round[]): void {
  console.log(`  beside peers on the same server, ${lanes} at once, in turn`)
  for (const [name, { peer, aim }] of Object.entries(aims)) {
    const { ratio, ours, theirs } = compare(measured.map(round => round[name as keyof typeof aims]))
    console.log(`    ${name.padEnd(12)} ${ratio} of ${peer}  (${ours} and ${theirs} a second; aim ${aim})`)
  }
}
