import type { Furrow } from '@furrow/sdk'
import { forgetUsedNonces } from '../../src/access/auth/used-nonces.ts'
import { lookAtWallets } from '../../src/access/auth/wallet-sessions.ts'
import { forgetKeys } from '../../src/access/idempotency/forget.ts'
import { forgetSpentDays } from '../../src/access/quotas/forget.ts'
import { day, hour } from '../../src/ground/clock.ts'
import { dropKey, makeKey, readKeys } from '../../src/outside/credentials/keys.ts'
import { sendDigests } from '../../src/outside/follows/send-digests.ts'
import { tellFollowers } from '../../src/outside/follows/tell-followers.ts'
import { removeBytes } from '../../src/people/files/remove-bytes.ts'
import { foldNames } from '../../src/people/profile/display-name.ts'
import { renewSkills } from '../../src/people/profile/skills.ts'
import { forgetEnsAnswers } from '../../src/people/resolve/ens-answers.ts'
import { awardSeasons } from '../../src/rules/points/award-seasons.ts'
import { type Harness, reviewWindow, sampleQuest, type User } from '../harness.ts'
import { makeProvedAndPaid } from '../proved-and-paid.ts'
import { signerOf } from '../signer.ts'

/** Uses everything that the interface offers where promises are kept in the ledger, and lets all due work happen. */
export async function useLedger(harness: Harness): Promise<void> {
  await useQuests(harness)
  await useFollows(harness)
  await usePlans(harness)
  await useBookmarks(harness)
  await useContests(harness)
  await shareWork(harness)
  await useThanks(harness)
  await useCredentials(harness)
  await useComments(harness)
  await usePeople(harness)
  await useModeration(harness)
  await useTime(harness)
  await useLinks(harness)
  const desk = await harness.signIn()
  const phone = await harness.signIn(desk)
  for (const { id, current } of await desk.furrow.sessions.list())
    if (!current) await desk.furrow.sessions.end(id)
  await (await harness.signIn(phone)).furrow.signOut()
  await desk.furrow.signOutEverywhere()
}

async function useModeration({ user, platform, send }: Harness): Promise<void> {
  const [giver, stranger, moderator, judge] = [user(), user(), user(), user(platform)]
  await judge.furrow.moderation.nameModerator(moderator.address)
  const { id } = await giver.furrow.quests.post(sampleQuest)
  const { id: letter } = await giver.furrow.mail.send({ to: stranger.address, subject: 'x', body: 'x' })
  const comment = await giver.furrow.quests.comment({ questId: id, body: 'x' })
  const words = { title: 'x', description: 'x', category: 'x' }
  const proposal = await giver.furrow.communityDao.propose(words)
  await giver.furrow.profile.get(giver.address, { init: true })
  const things = [
    { kind: 'quest', id },
    { kind: 'comment', id: comment.id },
    { kind: 'proposal', id: proposal.id },
    { kind: 'profile', id: giver.address },
    { kind: 'letter', id: letter },
  ] as const
  for (const thing of things)
    await stranger.furrow.moderation.report({ ...thing, reason: 'spam', disclose: true })
  const { act, queue, log, mine } = moderator.furrow.moderation
  const { cursor } = await queue({ limit: '1' })
  await queue({ limit: '100', ...(cursor !== null && { cursor }) })
  for (const thing of things)
    await act({ ...thing, action: thing.kind === 'letter' ? 'freeze' : 'hide', reason: 'x' })
  for (const token of [giver.token, stranger.token, moderator.token])
    await send('GET', `/quests?id=${id}`, { token })
  // A freeze ends the sessions of its wallet.
  await giver.furrow.signIn({
    account: giver.account,
    signMessage: ({ message }) => giver.account.signMessage({ message }),
  })
  const { items } = await giver.furrow.moderation.mine()
  await giver.furrow.moderation.answer({ id: items.actions[0]?.id ?? '', note: 'x' })
  await giver.furrow.account.get()
  for (const thing of things)
    await act({ ...thing, action: thing.kind === 'letter' ? 'unfreeze' : 'restore', reason: 'x' })
  const { cursor: older } = await log({ limit: '1' })
  await log({ limit: '1', ...(older !== null && { cursor: older }) })
  await mine()
  await stranger.furrow.moderation.report({ kind: 'wallet', id: giver.address, reason: 'spam' })
  await moderator.furrow.moderation.dismissReporter({ reporter: stranger.address, reason: 'x' })
  await moderator.furrow.moderation.moderators()
  await judge.furrow.moderation.removeModerator(moderator.address)
}

/** The routes beside the interface, for programs that follow links. */
async function useLinks({ baseUrl }: Harness): Promise<void> {
  for (const path of ['/sitemap.xml', '/badge/farm/new.svg', '/badge/quests.svg'])
    await (await fetch(new URL(path, baseUrl))).text()
}

async function useQuests({ user, visitor, platform }: Harness): Promise<void> {
  const [giver, farmer, judge] = [user(), user(), user(platform)]
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2, codehostRepo: 'farm/new' })
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.withdraw(id)
  await useEdits(giver, id)
  await farmer.furrow.quests.accept(id)
  await visitor.verify({ repo: 'farm/new', pr: 1 })
  await giver.furrow.quests.dispute(id, farmer.address, 'no')
  await farmer.furrow.quests.answer(id, { note: 'It does close.' })
  await farmer.furrow.quests.addEvidence(id, { note: 'See.' })
  await judge.furrow.quests.evidence(id, farmer.address)
  for (const one of [giver, farmer, judge]) {
    const { cursor } = await one.furrow.quests.disputes({ limit: '1' })
    await one.furrow.quests.disputes({ limit: '50', ...(cursor !== null && { cursor }) })
  }
  await judge.furrow.quests.resolve(id, farmer.address, 'pay')
  await giver.furrow.quests.review(id, farmer.address, 5)
  await giver.furrow.quests.complete(id)
  await visitor.quests.events(id, { limit: '2', cursor: '1' })
  const wanted = await giver.furrow.quests.post(sampleQuest)
  await giver.furrow.quests.invite({ questId: wanted.id, address: farmer.address })
  await visitor.overview()
  for (const { furrow } of [giver, farmer, judge]) await furrow.tasks.list()
  await farmer.furrow.quests.declineInvite(wanted.id)
  const other = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(other.id)
  await giver.furrow.quests.cancel(other.id)
  await useApplications({ user })
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
    { token: 'TOKEN7', rewardFrom: '1', rewardBelow: '5', deadline: 'week', admission: 'open' },
    { status: 'open', deadline: 'none' },
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

async function useApplications({ user }: Pick<Harness, 'user'>): Promise<void> {
  const [giver, chosen, declined] = [user(), user(), user()]
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, admission: 'application' })
  for (const { furrow } of [chosen, declined]) await furrow.quests.apply(id)
  const { cursor } = await giver.furrow.quests.applications({ id, limit: '1' })
  await giver.furrow.quests.applications({ id, limit: '1', cursor: cursor ?? '' })
  await chosen.furrow.quests.applications({ id })
  await chosen.furrow.quests.applications({ cursor: `2000000000000-${id}` })
  await giver.furrow.quests.decline(id, declined.address)
  await giver.furrow.quests.admit(id, chosen.address)
  await chosen.furrow.quests.keep(id)
}

async function useFollows({ context, clock, user }: Harness): Promise<void> {
  const [giver, farmer] = [user(), user()]
  const { follows } = farmer.furrow.quests
  const { id } = await follows.add({
    name: 'All',
    filter: { q: 'gate', giver: giver.address },
    how: 'digest',
  })
  await follows.add({ name: 'Sure', filter: { minPaidRate: '0.9', farmer: giver.address }, how: 'now' })
  const { id: first } = await giver.furrow.quests.post(sampleQuest)
  await giver.furrow.quests.post(sampleQuest)
  while ((await tellFollowers.round(context)) > 0);
  const tomorrow = { ...context, clock: { ...clock, now: () => clock.now() + day } }
  while ((await sendDigests.round(tomorrow)) > 0);
  await follows.change({ id, how: 'now', channels: [] })
  await giver.furrow.quests.post(sampleQuest)
  while ((await tellFollowers.round(context)) > 0);
  await giver.furrow.quests.cancel(first)
  while ((await tellFollowers.round(context)) > 0);
  await follows.list()
  await follows.end(id)
}

async function usePlans({ user, visitor }: Harness): Promise<void> {
  const [giver, farmer] = [user(), user()]
  const [first, second] = await giver.furrow.quests.postPlan({ parts: [sampleQuest, sampleQuest] })
  const [one, two] = [first?.id ?? '', second?.id ?? '']
  await giver.furrow.quests.post({ ...sampleQuest, after: two })
  await farmer.furrow.quests.accept(one)
  await giver.furrow.quests.approve(one, farmer.address)
  await farmer.furrow.quests.eligibility(two)
  await farmer.furrow.quests.accept(two)
  await visitor.quests.get(two)
  await visitor.quests.list({ giver: giver.address })
}

async function useContests({ clock, genesis, user, visitor, runDue }: Harness): Promise<void> {
  const [giver, farmer, other] = [user(), user(), user()]
  const at = (days: number) => new Date(clock.now() + days * day).toISOString()
  const { id } = await giver.furrow.quests.post({
    ...sampleQuest,
    ...{ mode: 'contest', prizes: ['60', '40'], entriesUntil: at(1), decideUntil: at(2) },
  })
  await farmer.furrow.quests.enter({ questId: id, text: 'One.' })
  await other.furrow.quests.enter({ questId: id, text: 'Two.' })
  await other.furrow.quests.enter({ questId: id, text: 'Three.' })
  const { cursor } = await visitor.quests.entries({ id, limit: '1' })
  await visitor.quests.entries({ id, ...(cursor !== null && { cursor }) })
  const gone = user()
  await gone.furrow.quests.enter({ questId: id, text: 'Four.' })
  await gone.furrow.quests.withdrawEntry(id)
  clock.advance(day)
  await runDue()
  await user(giver).furrow.tasks.list()
  await user(giver).furrow.quests.rank(id, {
    winners: [{ farmer: farmer.address, prize: 1 }],
    returned: [{ prize: 2, reason: 'One is enough.' }],
  })
  await visitor.quests.get(id)
  clock.advance(3 * day)
  await runDue()
  const { id: voted } = await user(giver).furrow.quests.post({
    ...sampleQuest,
    ...{ mode: 'contest', prizes: ['60', '40'], entriesUntil: at(1), decideUntil: at(2), rankBy: 'votes' },
  })
  const entry = await user(farmer).furrow.quests.enter({ questId: voted, text: 'One.' })
  clock.advance(day)
  await runDue()
  const member = user(genesis).furrow
  await member.tasks.list()
  await member.quests.ownBallot(voted)
  await member.quests.castBallot({ questId: voted, entries: [entry.id] })
  await member.quests.ownBallot(voted)
  clock.advance(day)
  await runDue()
  const ballots = await visitor.quests.ballots({ id: voted, limit: '1' })
  await visitor.quests.ballots({ id: voted, cursor: ballots.items[0]?.voter ?? '' })
}

async function useBookmarks({ user }: Harness): Promise<void> {
  const [giver, farmer] = [user(), user()]
  const { bookmarks } = farmer.furrow.quests
  const { id } = await giver.furrow.quests.post(sampleQuest)
  const { id: other } = await giver.furrow.quests.post(sampleQuest)
  await bookmarks.add(id)
  await bookmarks.add(other)
  const { cursor } = await bookmarks.list({ limit: '1' })
  await bookmarks.list({ ...(cursor !== null && { cursor }) })
  await bookmarks.ids()
  await bookmarks.remove(id)
}

async function useCredentials({ baseUrl, context, user, visitor }: Harness): Promise<void> {
  const [giver, farmer] = [user(), user()]
  const { id: questId } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(questId)
  await giver.furrow.quests.approve(questId, farmer.address)
  await makeProvedAndPaid(context, questId)
  const { take, own } = farmer.furrow.credentials
  const { id } = await take({ questId })
  await take({ questId })
  const other = await take({ questId, reward: true })
  await own()
  await own({ limit: '1', cursor: other.id })
  await visitor.credentials.get(id)
  const row = await context.db
    .selectFrom('credentials')
    .select('list')
    .where('id', '=', id)
    .executeTakeFirst()
  await fetch(`${baseUrl}/credentials/status/${row?.list}`)
  await readKeys(context)
  const { kid } = await makeKey(context)
  await dropKey(context, kid)
}

async function useThanks({ clock, runDue, user, visitor }: Harness): Promise<void> {
  const [giver, farmer, other] = [user(), user(), user()]
  const { id: questId } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(questId)
  await giver.furrow.quests.approve(questId, farmer.address)
  const tip = { questId, farmer: farmer.address, amount: '2', token: 'USDC' }
  for (const by of [giver, other]) {
    const { id } = await by.furrow.thanks.promise(tip)
    await by.furrow.thanks.sayPaid(id)
    await farmer.furrow.thanks.own()
    await farmer.furrow.thanks.notReceived(id)
    await by.furrow.thanks.sayPaid(id)
    await farmer.furrow.thanks.received(id)
  }
  const { cursor } = await visitor.thanks.list({ address: farmer.address, limit: '1' })
  await visitor.thanks.list({ address: farmer.address, ...(cursor !== null && { cursor }) })
  await visitor.thanks.list({ address: giver.address, role: 'given' })
  const { id } = await user().furrow.thanks.promise(tip)
  await other.furrow.thanks.promise(tip)
  await user().furrow.thanks.withdraw(id)
  await user().furrow.thanks.promise(tip)
  clock.advance(8 * day)
  await runDue()
}

async function useComments({ user, visitor }: Harness): Promise<void> {
  const [giver, farmer, blocked] = [user(), user(), user()]
  const { id: questId } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
  await farmer.furrow.quests.accept(questId)
  await giver.furrow.mail.block(farmer.address)
  await giver.furrow.mail.block(blocked.address)
  await blocked.furrow.quests.comment({ questId, body: 'Me too?' }).catch(() => {})
  const body = `Which gate, ${giver.address} or ${address}?`
  const { id } = await farmer.furrow.quests.comment({ questId, body })
  await giver.furrow.quests.comment({ questId, body: 'The lower one.', replyTo: id })
  await farmer.furrow.quests.changeComment({ commentId: id, body: 'Which one?' })
  await giver.furrow.quests.changeComment({ commentId: id, pinned: true })
  for (const query of [{}, { cursor: '1' }, { order: 'newest' }, { order: 'newest', cursor: '2' }] as const)
    await visitor.quests.comments(questId, { limit: '1', ...query })
  await farmer.furrow.quests.deleteComment(id)
  await giver.furrow.quests.closeComments(questId)
  await visitor.quests.get(questId)
}

async function useEdits({ furrow }: User, id: string): Promise<void> {
  const { drafts } = furrow.quests
  await furrow.quests.pause(id)
  const { updatedAt } = await furrow.quests.resume(id)
  await furrow.quests.edit(id, { title: 'Another gate', skills: ['iron'], rewardAmount: 101 }, updatedAt)
  await furrow.quests.revisions(id, { limit: '1', cursor: '2' })
  const draft = await drafts.create({ quest: { title: 'x' } })
  await drafts.save({ draftId: draft.id, version: 1, quest: { title: 'xy' } })
  await drafts.get(draft.id)
  await drafts.list({ limit: '2', cursor: 'draft-9' })
  await furrow.quests.post({ ...sampleQuest, draftId: draft.id })
  const template = await drafts.create({ quest: {}, template: true })
  await furrow.quests.post({ ...sampleQuest, draftId: template.id })
  await drafts.delete(template.id)
}

const address = `0x${'0'.repeat(36)}0107`

async function usePeople(harness: Harness): Promise<void> {
  const { user, visitor, platform, genesis, signIn, send } = harness
  const [farmer, judge] = [user(), user(platform)]
  await signIn()
  await visitor.profile.get(address, { init: true })
  await farmer.furrow.profile.change({
    codehostUsername: 'me',
    ensAddress: 'me.eth',
    farmerProfile: { bio: 'x', guild: 'new' },
  })
  await farmer.furrow.profile.change({ farmerProfile: { skills: ['skill7'] } })
  await visitor.profiles.cards([address, farmer.address])
  for (const sort of ['newest', 'completed', 'rating', 'score'] as const)
    for (const skill of [undefined, 'skill7', 'common'])
      for (const cursor of [undefined, `n9999999999999-${address}`])
        await visitor.profiles.find({ sort, limit: '20', ...(skill && { skill }), ...(cursor && { cursor }) })
  await visitor.profiles.find({ sort: 'completed', limit: '20', cursor: `r1-${address}` })
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
  await useVotes(harness, farmer)
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
  await useFiles(farmer.furrow)
}

/** As a member. */
async function useVotes({ clock, genesis, runDue, user, visitor }: Harness, member: User): Promise<void> {
  const { furrow } = member
  const creator = user(genesis).furrow.communityDao
  const signer = signerOf(member)
  await creator.change({ members: [member, genesis].map(({ address }) => ({ address, title: '' })) })
  await creator.change({ settings: { weights: 'points', quorum: 0, vetoHours: 0, proposeBy: 'points' } })
  await furrow.communityDao.delegate(signer, genesis.address)
  await furrow.communityDao.delegations()
  await furrow.communityDao.revokeDelegation(1)
  const endsAt = new Date(clock.now() + hour).toISOString()
  const action = { kind: 'set-title', address: member.address, title: 'x' } as const
  const draft = { title: 'A well', description: 'Deep', category: 'building', endsAt }
  await creator.propose({ ...draft, action })
  await creator.change({ settings: { proposeBy: 'anyone', weights: 'one' } })
  await user().furrow.communityDao.propose(draft)
  const [proposal] = (await visitor.communityDao.get()).proposals
  const { id = '' } = proposal ?? {}
  for (const choice of ['Yes', 'No']) await furrow.communityDao.vote(signer, id, choice)
  await furrow.communityDao.ownVote(id)
  await visitor.communityDao.proposal(id)
  await visitor.communityDao.votes({ proposal: id, limit: '1', cursor: address })
  await (await visitor.communityDao.exportVotes(id)).text()
  await creator.veto(id, 'x').catch(() => {})
  clock.advance(hour)
  while ((await runDue()) > 0);
}

async function useFiles({ files }: Furrow): Promise<void> {
  const { id } = await files.upload(new Blob(['text']))
  await files.list({ limit: '50', cursor: 'file-2000000000000-00' })
  await files.open(id)
  await files.delete(id)
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
  for (const duty of [
    renewSkills,
    foldNames,
    forgetUsedNonces,
    lookAtWallets,
    forgetEnsAnswers,
    forgetSpentDays,
    forgetKeys,
    removeBytes,
  ])
    await duty.round(context)
  await awardSeasons.round({ ...context, clock: { ...clock, now: () => clock.now() + 100 * day } })
}

async function shareWork({ user }: Harness): Promise<void> {
  const [giver, farmer, member, other] = [user(), user(), user(), user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  const share = (...of: readonly { address: string }[]) =>
    farmer.furrow.quests.share(
      id,
      of.map(({ address }) => ({ address, share: 1 / of.length })),
    )
  await share(farmer, other)
  await share(farmer, member)
  await member.furrow.tasks.list()
  await member.furrow.quests.agreeToShare(id, { farmer: farmer.address, share: 0.5 })
  await farmer.furrow.quests.submit(id, { note: 'done' })
  await giver.furrow.quests.approve(id, farmer.address)
  await member.furrow.account.statement()
}
