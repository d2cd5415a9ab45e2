import { createHmac } from 'node:crypto'
import { day, hour, minute } from '../../src/ground/clock.ts'
import { forgetDeliveries } from '../../src/quests/codehost/webhook.ts'
import { type GithubStandIn, people } from '../github.ts'
import { type Harness, reviewWindow, sampleQuest, type User } from '../harness.ts'

const gate = { owner: 'giver', repo: 'gate' }
const repo = 'giver/gate'

/** Merges that prove work, by every way in which the service hears of them, and the course of each until its payment. */
export async function useCodeHost(harness: Harness, github: GithubStandIn): Promise<void> {
  const { user, visitor, clock, context, runDue, send } = harness
  const [giver, alice, bob] = [user(), user(), user()]
  await connectApps(harness, github)
  await github.as('giver').issues.create({ ...gate, title: 'The gate' })
  await giver.furrow.profile.change({ codehostToken: people.giver })
  await giver.furrow.quests.trust.save({ text: 'alice' })
  const linked = { ...sampleQuest, maxFarmers: 2, codehostRepo: repo, codehostIssue: '1' }
  const { id } = await giver.furrow.quests.post(linked)
  for (const { furrow } of [alice, bob]) await furrow.quests.accept(id)

  // Kept until its author links their account, which pins their work.
  const byAlice = await github.merge('alice', 'Closes #1')
  await visitor.verify({ repo, pr: byAlice }).catch(() => {})
  const code = await github.authorize('alice')
  await send('POST', '/codehost/token', { token: alice.token, body: { code } })
  await runDue()

  // Not merged yet, told of again, and looked at again.
  for (const _ of [1, 2]) await visitor.verify({ repo, pr: 999 }).catch(() => {})
  clock.advance(2 * minute)
  await runDue()

  // Kept until the host can be asked.
  await bob.furrow.profile.change({ codehostToken: people.bob })
  const byBob = await github.merge('bob', 'Closes #1')
  github.mode = 'down'
  await visitor.verify({ repo, pr: byBob }).catch(() => {})
  github.mode = 'pass'
  clock.advance(minute)
  await runDue()
  for (const delivery of ['one', 'one', 'two']) await deliver(harness, byBob, delivery)

  await giver.furrow.quests.dispute(id, bob.address, 'no')
  for (const pause of [reviewWindow, 14 * day]) {
    clock.advance(pause)
    github.mode = 'down'
    await runDue()
    github.mode = 'pass'
    clock.advance(hour)
    await runDue()
  }
  await useTrust(harness, giver, alice)
  await user(alice).furrow.profile.change({ codehostUsername: null })
  await forgetDeliveries.round(context)
  const { farmers } = await visitor.quests.get(id)
  if (farmers.some(({ status }) => status !== 'released')) throw new Error('the merges proved nothing')
}

/** A quest for vouched accounts, whose repository has no list, and the list of them all. */
async function useTrust({ baseUrl, user }: Harness, giver: User, farmer: User): Promise<void> {
  const { furrow } = user(giver)
  const requires = { vouched: true }
  const { id } = await furrow.quests.post({
    ...sampleQuest,
    requires,
    codehostRepo: repo,
    codehostIssue: '1',
  })
  await user(farmer).furrow.quests.accept(id)
  await furrow.quests.trust.save({ text: '# nobody' })
  await fetch(new URL('/.well-known/vouched.td', baseUrl))
}

/** An app, another one in its place, and none. */
async function connectApps(
  { clock, config, platform, user }: Harness,
  { apps }: GithubStandIn,
): Promise<void> {
  // The settings may be another service's.
  const { furrow } = user({ ...platform, address: config.platformWallet ?? platform.address })
  apps.now = clock.now
  for (const name of ['Furrow barn.example', 'Furrow barn again']) {
    const { action, manifest } = await furrow.setup.begin()
    const { searchParams } = apps.confirm(action, manifest as never, name)
    const [code, state] = [searchParams.get('code') ?? '', searchParams.get('state') ?? '']
    await furrow.setup.connect({ code, state })
    await furrow.setup.get()
  }
  await furrow.setup.check(repo)
  await furrow.setup.disconnect()
}

async function deliver({ send }: Harness, pr: number, delivery: string): Promise<void> {
  const body = JSON.stringify({
    action: 'closed',
    pull_request: { number: pr, merged: true },
    repository: { id: 999, full_name: repo },
  })
  const signature = createHmac('sha256', 'CANARY-webhook').update(body).digest('hex')
  await send('POST', '/codehost/webhook', {
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'pull_request',
      'x-github-delivery': delivery,
      'x-hub-signature-256': `sha256=${signature}`,
    },
  })
}
