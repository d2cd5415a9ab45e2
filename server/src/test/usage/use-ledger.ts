import { forgetUsedNonces } from '../../auth/used-nonces.ts'
import { day } from '../../clock.ts'
import { forgetKeys } from '../../idempotency/forget.ts'
import { awardSeasons } from '../../leaderboard/award-seasons.ts'
import { forgetSpentDays } from '../../quotas/forget.ts'
import { forgetEnsAnswers } from '../../resolve/ens-answers.ts'
import { type Harness, reviewWindow, sampleQuest } from '../harness.ts'

/** Asks for everything that the interface offers where promises are kept in the ledger, and lets all that is due happen. */
export async function useLedger(harness: Harness): Promise<void> {
  await useQuests(harness)
  await usePeople(harness)
  await useTime(harness)
}

async function useQuests({ user, visitor, platform }: Harness): Promise<void> {
  const [giver, farmer, judge] = [user(), user(), user(platform)]
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2, codehostRepo: 'farm/new' })
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.withdraw(id)
  await farmer.furrow.quests.accept(id)
  await visitor.verify({ repo: 'farm/new', pr: 1 })
  await giver.furrow.quests.dispute(id, farmer.address, 'no')
  await judge.furrow.quests.resolve(id, farmer.address, 'pay')
  await giver.furrow.quests.review(id, farmer.address, 5)
  await giver.furrow.quests.complete(id)
  await visitor.quests.events(id, { limit: '2', cursor: '1' })
  const other = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(other.id)
  await giver.furrow.quests.cancel(other.id)
  for (const filter of [
    {},
    { status: 'open' },
    { category: 'category7' },
    { skill: 'skill7' },
    { token: 'TOKEN7' },
    { cursor: 'quest-0000000005000-00' },
    { giver: address },
    { farmer: farmer.address },
    { q: 'word77' },
    { q: 'word77 word', cursor: 'quest-0000000005000-00' },
    { giver: address, status: 'open' },
    { farmer: farmer.address, status: 'open', skill: 'skill7' },
    { category: 'category7', token: 'TOKEN7', q: 'word77' },
    { sort: 'oldest', cursor: 'quest-0000000005000-00' },
    { sort: 'oldest', status: 'completed', q: 'word77' },
    { sort: 'relevance', q: 'word77 word' },
    { sort: 'deadline' },
    { sort: 'deadline', cursor: '19007199254740991-quest-0' },
    { sort: 'deadline', status: 'completed', q: 'word77' },
    { sort: 'reward', token: 'TOKEN7' },
    {
      sort: 'reward',
      token: 'TOKEN7',
      status: 'completed',
      cursor: '000000000000100-quest-0000000005000-00',
    },
    { sort: 'reward', token: 'TOKEN7', q: 'word77' },
    { sort: 'reward', token: 'TOKEN7', skill: 'skill7' },
  ] satisfies Parameters<typeof visitor.quests.list>[0][])
    await visitor.quests.list({ limit: '50', ...filter })
}

const address = `0x${'0'.repeat(36)}0107`

async function usePeople({ user, visitor, platform, genesis, signIn, send }: Harness): Promise<void> {
  const [farmer, judge] = [user(), user(platform)]
  await signIn()
  await visitor.profile.get(address, { init: true })
  await farmer.furrow.profile.change({
    codehostUsername: 'me',
    ensAddress: 'me.eth',
    farmerProfile: { bio: 'x', guild: 'new' },
  })
  await visitor.reputation(address)
  await visitor.leaderboard()
  await visitor.resolve.name('name7.eth')
  await visitor.resolve.address(address)
  await farmer.furrow.communityDao.propose({ title: 'A shed', description: 'Dry', category: 'building' })
  const [proposal] = (await visitor.communityDao.get()).proposals
  await user(genesis).furrow.communityDao.change({
    treasury: { balance: 1 },
    members: [{ address: farmer.address, title: 'Weeder' }],
    proposals: [{ id: proposal?.id ?? '', status: 'accepted' }],
  })
  await judge.furrow.mail.send({ to: '*', subject: 's', body: 'b' })
  await judge.furrow.mail.send({ to: farmer.address, subject: 's', body: 'b' })
  await farmer.furrow.mail.block(address)
  await farmer.furrow.mail.block(address)
  await farmer.furrow.mail.blocks()
  await farmer.furrow.mail.unblock(address)
  const { items } = await farmer.furrow.mail.list({ limit: '50', cursor: 'mail-2000000000000-00' })
  for (const message of items.slice(0, 2)) await farmer.furrow.mail.mark(message.id, true)
  for (const message of items.slice(0, 2)) await farmer.furrow.mail.delete(message.id)
  await send('GET', '/../metrics').catch(() => {})
}

async function useTime({ user, clock, context, runDue }: Harness): Promise<void> {
  const giver = user()
  const deadline = new Date(clock.now() + day).toISOString()
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 4, deadline })
  const [paid, disputed, idle] = [user(), user(), user()]
  for (const { furrow } of [paid, disputed, idle]) await furrow.quests.accept(id)
  for (const { furrow } of [paid, disputed]) await furrow.quests.submit(id, { note: 'done' })
  await giver.furrow.quests.dispute(id, disputed.address, 'no')
  clock.advance(reviewWindow)
  await runDue()
  clock.advance(14 * day)
  await runDue()
  // The warning, and the end.
  for (const days of [12, 3]) {
    clock.advance(days * day)
    await runDue()
  }
  for (const duty of [forgetUsedNonces, forgetEnsAnswers, forgetSpentDays, forgetKeys])
    await duty.round(context)
  await awardSeasons.round({ ...context, clock: { now: () => clock.now() + 100 * day } })
}
